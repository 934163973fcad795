import type { KnownCommand, KnownOption } from './describe-program.js';

/** A script for zsh: a file `_perfxpert` in a folder of `$fpath`, or `source <(perfxpert completion zsh)`. */
export function zshCompletion(commands: readonly KnownCommand[]): string {
  const cases = commands.map(({ name, options, values }) => {
    const specs = [
      ...options.flatMap(optionSpecs),
      values.length === 0 ? `'*:file:_files'` : `'1:what:(${values.join(' ')})' '*:file:_files'`,
    ];
    return `    ${name})\n      _arguments -s ${specs.join(' \\\n        ')}\n      ;;`;
  });
  const list = commands.map(({ name, description }) => `    ${quote(`${name}:${description.replaceAll(':', '\\:')}`)}`);
  return `#compdef perfxpert
_perfxpert() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=\${words[2]}
  words=("\${(@)words[2,-1]}")
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "\${funcstack[1]}" = _perfxpert ]; then _perfxpert "$@"; else compdef _perfxpert perfxpert; fi
`;
}

function optionSpecs({ short, long, description, takesValue, values }: KnownOption): string[] {
  const told = `[${description.replace(/[[\]:\\]/g, (character) => `\\${character}`)}]`;
  const value = !takesValue ? '' : values.length === 0 ? ':value:_files' : `:value:(${values.join(' ')})`;
  return [short, long].filter((flag) => flag !== '').map((flag) => quote(`*${flag}${told}${value}`));
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
