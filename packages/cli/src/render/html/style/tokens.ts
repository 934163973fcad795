/** Colours of the light and the dark look. Text has at least 4.5:1 on every ground, fills 3:1 (test/render/html/contrast.test.ts). */
export const LIGHT = {
  bg: '#f6f7f9',
  surface: '#ffffff',
  sunken: '#eceff3',
  line: '#dadee5',
  line2: '#a9b1bd',
  ink: '#14181f',
  ink2: '#414955',
  ink3: '#596270',
  accent: '#1b5aa6',
  focus: '#1b5aa6',
  compute: '#225aa3',
  comm: '#ad5b04',
  copy: '#369c8e',
  api: '#701446',
  idle: '#6d7684',
  'on-compute': '#ffffff',
  'on-comm': '#ffffff',
  'on-copy': '#0c1117',
  'on-api': '#ffffff',
  worse: '#a63a12',
  better: '#1b5aa6',
  warn: '#8a5a00',
  mark: '#fff3c4',
} as const;

export const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  bg: '#101318',
  surface: '#171b21',
  sunken: '#1f242c',
  line: '#2b323c',
  line2: '#515c6b',
  ink: '#e9ecf1',
  ink2: '#b9c1cd',
  ink3: '#959fad',
  accent: '#7fb4ee',
  focus: '#9cc6f5',
  compute: '#6fa0f4',
  comm: '#faaa2e',
  copy: '#83ebce',
  api: '#c65789',
  idle: '#8b95a3',
  'on-compute': '#0c1117',
  'on-comm': '#0c1117',
  'on-copy': '#0c1117',
  'on-api': '#0c1117',
  worse: '#f59b72',
  better: '#7fb4ee',
  warn: '#e8bd5f',
  mark: '#3a3414',
};

function variables(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
}

/** The theme follows the system until the switch of the page sets `data-theme`; paper is always light. */
export const TOKEN_STYLE = `
:root{color-scheme:light;${variables(LIGHT)}}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${variables(DARK)}}}
@media screen{:root[data-theme=dark]{color-scheme:dark;${variables(DARK)}}}
`;
