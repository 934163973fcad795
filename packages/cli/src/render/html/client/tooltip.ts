/** Tooltips of drawings: text only, for pointer and keyboard, closed by Escape. Row and dot light up together. */
export function startTooltips(): void {
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.setAttribute('role', 'tooltip');
  tip.hidden = true;
  document.body.append(tip);
  let shown: Element | null = null;
  const hide = (): void => {
    tip.hidden = true;
    if (shown !== null) setTwin(shown, false);
    shown = null;
  };
  const show = (element: Element): void => {
    hide();
    const [title = '', ...lines] = (element.getAttribute('data-tip') ?? '').split('\n');
    const heading = document.createElement('b');
    heading.textContent = title;
    tip.replaceChildren(heading, lines.join('\n'));
    tip.hidden = false;
    place(tip, element.getBoundingClientRect());
    setTwin(element, true);
    shown = element;
  };
  const find = (target: EventTarget | null): Element | null =>
    target instanceof Element ? target.closest('[data-tip]') : null;
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, (event) => {
      const element = find(event.target);
      if (element !== null && element !== shown) show(element);
      else if (element === null) hide();
    });
  document.addEventListener('focusout', hide);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });
  // Focus scrolls to what it is on: the tooltip goes along.
  const follow = (): void => {
    if (shown !== null) place(tip, shown.getBoundingClientRect());
  };
  addEventListener('scroll', follow, { passive: true });
}

/** Below the element, or above it where there is no room. */
function place(tip: HTMLElement, anchor: DOMRect): void {
  const box = tip.getBoundingClientRect();
  const left = Math.min(Math.max(8, anchor.left + anchor.width / 2 - box.width / 2), innerWidth - box.width - 8);
  const below = anchor.bottom + 8;
  const top = below + box.height > innerHeight ? Math.max(8, anchor.top - box.height - 8) : below;
  // Set by script and so no matter of the policy, which is about styles in the markup.
  tip.style.left = `${String(Math.max(8, left))}px`;
  tip.style.top = `${String(top)}px`;
}

function setTwin(element: Element, isOn: boolean): void {
  const twin = element.getAttribute('data-twin');
  if (twin === null) return;
  document.getElementById(twin)?.classList.toggle('linked', isOn);
  element.classList.toggle('linked', isOn);
}
