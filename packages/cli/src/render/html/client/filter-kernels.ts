/** Shows the kernels whose whole name holds the words that were typed. */
export function startKernelFilter(): void {
  const input = document.getElementById('kernel-filter');
  const status = document.getElementById('kernel-filter-status');
  if (!(input instanceof HTMLInputElement)) return;
  const kernels = [...document.querySelectorAll<HTMLElement>('tbody.kernel')];
  const names = kernels.map((kernel) =>
    [kernel.querySelector('.whole-name code'), kernel.querySelector('summary')]
      .map((element) => element?.textContent ?? '')
      .join(' ')
      .toLowerCase(),
  );
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const [index, kernel] of kernels.entries()) {
      const isShown = words.every((word) => names[index]?.includes(word));
      kernel.hidden = !isShown;
      if (isShown) shown++;
    }
    if (status !== null)
      status.textContent = input.value.trim() === '' ? '' : `${String(shown)} of ${String(kernels.length)} kernels`;
  });
}
