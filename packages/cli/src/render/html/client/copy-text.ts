const SHOWN_MS = 1600;

/** Buttons that copy the code beside them. Where the clipboard is refused the text is selected instead, and the button says so. */
export function startCopyButtons(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
    const code = button?.parentElement?.querySelector('code') ?? null;
    if (button === null || code === null) return;
    void copy(code).then((isCopied) => {
      button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, SHOWN_MS);
    });
  });
}

async function copy(code: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    // The only way to copy without the clipboard interface, as on pages opened from a file.
    return document.execCommand('copy');
  }
}
