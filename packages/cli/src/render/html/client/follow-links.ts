/** Links into the page open what they lead to and mark it. */
export function startLinks(): void {
  addEventListener('hashchange', reveal);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    // The same link again changes no hash.
    if (link !== null && link.getAttribute('href') === location.hash) reveal();
  });
  reveal();
}

function reveal(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  for (let element: Element | null = target; element !== null; element = element.parentElement)
    if (element instanceof HTMLDetailsElement) element.open = true;
  if (target.matches('tbody.kernel')) {
    const details = target.querySelector('details');
    if (details !== null) details.open = true;
    target.hidden = false;
  }
  for (const marked of document.querySelectorAll('.linked')) marked.classList.remove('linked');
  if (target.matches('tr, li')) target.classList.add('linked');
  target.scrollIntoView({ block: target.matches('section') ? 'start' : 'center' });
}
