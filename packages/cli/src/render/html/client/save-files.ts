/** The buttons that save the data of the report and the drawing of the roofline. */
export function startSaveButtons(): void {
  const button = document.getElementById('save-json');
  const data = document.getElementById('report-data');
  if (data === null) button?.remove();
  button?.addEventListener('click', () => {
    const report: unknown = JSON.parse(data?.textContent ?? 'null');
    save('report.json', `${JSON.stringify(report, null, 2)}\n`, 'application/json');
  });
  for (const svgButton of document.querySelectorAll('[data-save-svg]'))
    svgButton.addEventListener('click', () => {
      const plots = [...(svgButton.closest('.roofline')?.querySelectorAll('svg.plot') ?? [])];
      const plot = plots.find((candidate) => candidate.getClientRects().length > 0);
      if (plot !== undefined) save('roofline.svg', standalone(plot), 'image/svg+xml');
    });
}

function save(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A drawing with its computed colours, so that it looks the same without the style sheet. */
function standalone(plot: Element): string {
  const copy = plot.cloneNode(true);
  if (!(copy instanceof Element)) return '';
  const originals = plot.querySelectorAll('*');
  for (const [index, element] of copy.querySelectorAll('*').entries()) {
    const original = originals[index];
    if (original === undefined) continue;
    const style = getComputedStyle(original);
    for (const property of [
      'fill',
      'fill-opacity',
      'stroke',
      'stroke-width',
      'stroke-dasharray',
      'font-size',
      'font-family',
    ])
      element.setAttribute(property, style.getPropertyValue(property));
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}
