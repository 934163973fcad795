const KEY = 'perfxpert-theme';

/** The switch between light and dark. Storage may be refused (file://, private windows): then the choice lasts for the page. */
export function startTheme(): void {
  const button = document.getElementById('theme');
  const root = document.documentElement;
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = (): boolean => (root.dataset['theme'] ?? (prefersDark.matches ? 'dark' : 'light')) === 'dark';
  const show = (): void => {
    if (button !== null) button.textContent = isDark() ? 'Light' : 'Dark';
    document.dispatchEvent(new Event('perfxpert-theme'));
  };
  const stored = read();
  if (stored === 'light' || stored === 'dark') root.dataset['theme'] = stored;
  button?.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    root.dataset['theme'] = theme;
    write(theme);
    show();
  });
  prefersDark.addEventListener('change', show);
  document.getElementById('print')?.addEventListener('click', () => print());
  show();
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Nothing is stored then.
  }
}
