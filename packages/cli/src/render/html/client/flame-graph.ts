/** Zoom to a cell, reset, and search in the graph of the thread trace. */
export function startFlameGraph(): void {
  const graph = document.querySelector('[data-flame-graph]');
  if (graph === null) return;
  const cells = [...graph.querySelectorAll<SVGGElement>('[data-flame]')].map((group) => {
    const [start = 0, cycles = 0, depth = 0] = (group.dataset['flame'] ?? '').split(',').map(Number);
    return { group, start, cycles, depth };
  });
  const total = cells.filter(({ depth }) => depth === 0).reduce((sum, { cycles }) => sum + cycles, 0);
  const zoom = (from: number, length: number): void => {
    for (const { group, start, cycles } of cells) {
      const left = Math.max(0, (100 * (start - from)) / length);
      const right = Math.min(100, (100 * (start + cycles - from)) / length);
      const width = Math.max(0, right - left);
      const [rect, text] = [group.querySelector('rect'), group.querySelector('text')];
      rect?.setAttribute('x', `${String(left)}%`);
      rect?.setAttribute('width', `${String(width)}%`);
      text?.setAttribute('x', `${String(left)}%`);
      const letters = Math.floor((width / 100) * (graph.getBoundingClientRect().width / 7)) - 2;
      const name = group.dataset['label'] ?? '';
      if (text !== null)
        text.textContent = letters < 4 ? '' : name.length <= letters ? name : `${name.slice(0, letters - 1)}…`;
      group.toggleAttribute('hidden', width === 0);
    }
  };
  const open = (group: SVGGElement): void => {
    const cell = cells.find((candidate) => candidate.group === group);
    if (cell !== undefined) zoom(cell.start, Math.max(1, cell.cycles));
    const target = group.dataset['href'];
    if (target !== undefined && cell?.depth === 0) history.replaceState(null, '', target);
  };
  for (const { group } of cells) {
    group.addEventListener('click', () => open(group));
    group.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      open(group);
    });
  }
  document.querySelector('[data-flame-zoom]')?.addEventListener('click', () => zoom(0, total));
  const search = document.getElementById('flame-search');
  const status = document.getElementById('flame-status');
  search?.addEventListener('input', () => {
    const text = search instanceof HTMLInputElement ? search.value.trim().toLowerCase() : '';
    let found = 0;
    for (const { group } of cells) {
      const isMatch = text !== '' && (group.dataset['label'] ?? '').toLowerCase().includes(text);
      group.querySelector('rect')?.classList.toggle('match', isMatch);
      if (isMatch) found++;
    }
    if (status !== null) status.textContent = text === '' ? '' : `${String(found)} found`;
  });
}
