import { OPENCODE_SESSION_MARKER } from './opencode-session.js';

/** What opencode needs of its surroundings: its program and its own folders, and the language. */
const PASSED =
  /^(?:PATH|HOME|LANG|LANGUAGE|LC_[A-Z]+|TMPDIR|XDG_(?:DATA|CONFIG|CACHE|STATE)_HOME|SYSTEMROOT|USERPROFILE)$/;

/** Every tool denied, nothing shared, nothing updated: what is left is a model that answers in text. */
const CONFIG = JSON.stringify({
  autoupdate: false,
  share: 'disabled',
  permission: { edit: 'deny', bash: 'deny', webfetch: 'deny', external_directory: 'deny', doom_loop: 'deny' },
  tools: { '*': false },
});

/** The environment of the child: chosen variables, the given secrets, and settings that turn opencode into a text model. */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  secrets: Readonly<Record<string, string>>,
): Record<string, string> {
  const passed = Object.entries(environment).filter(([name, value]) => PASSED.test(name) && value !== undefined);
  return {
    ...Object.fromEntries(passed.map(([name, value]) => [name, value ?? ''])),
    ...secrets,
    [OPENCODE_SESSION_MARKER]: '1',
    NO_COLOR: '1',
    OPENCODE_CONFIG_CONTENT: CONFIG,
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  };
}
