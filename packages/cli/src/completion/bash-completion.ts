import type { KnownCommand } from './describe-program.js';

/** A script for bash 4 and later: `eval "$(perfxpert completion bash)"`. */
export function bashCompletion(commands: readonly KnownCommand[]): string {
  const values = commands.flatMap((command) =>
    command.options
      .filter((option) => option.values.length > 0)
      .map(
        ({ short, long, values: words }) =>
          `    '${command.name} ${long}'${short === '' ? '' : ` | '${command.name} ${short}'`}) words='${words.join(' ')}' ;;`,
      ),
  );
  const options = commands.map(
    ({ name, options: own, values: first }) =>
      `      ${name}) words='${[...first, ...own.flatMap(({ short, long }) => [short, long])].filter(Boolean).join(' ')}' ;;`,
  );
  return `# bash completion of perfxpert
_perfxpert() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} help --help --version' -- "$current"))
    return
  fi
  case "$command $previous" in
${values.join('\n')}
  esac
  if [ -z "$words" ] && [ "\${current#-}" != "$current" -o "$COMP_CWORD" -eq 2 ]; then
    case "$command" in
${options.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _perfxpert perfxpert
`;
}
