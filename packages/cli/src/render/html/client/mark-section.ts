const BELOW_BAR = 120;

/** Marks the section in view in the navigation. */
export function startNavigation(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')];
  const sections = links.map((link) => document.getElementById(link.hash.slice(1)));
  let isPending = false;
  const mark = (): void => {
    isPending = false;
    let current = -1;
    for (const [index, section] of sections.entries())
      if (section !== null && section.getBoundingClientRect().top <= BELOW_BAR) current = index;
    for (const [index, link] of links.entries()) {
      if (index === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener(
    'scroll',
    () => {
      if (isPending) return;
      isPending = true;
      requestAnimationFrame(mark);
    },
    { passive: true },
  );
  mark();
}
