import type { KnownCommand, KnownOption } from './describe-program.js';

/** A script for fish: `perfxpert completion fish | source`. */
export function fishCompletion(commands: readonly KnownCommand[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c perfxpert -n __fish_use_subcommand -f -a ${command.name} -d ${quote(command.description)}`,
    ...(command.values.length === 0
      ? []
      : [`complete -c perfxpert -n ${seen(command)} -f -a ${quote(command.values.join(' '))}`]),
    ...command.options.map((option) => optionLine(command, option)),
  ]);
  return `# fish completion of perfxpert\n${lines.join('\n')}\n`;
}

function optionLine(command: KnownCommand, { short, long, description, takesValue, values }: KnownOption): string {
  const parts = [
    `complete -c perfxpert -n ${seen(command)}`,
    ...(short === '' ? [] : [`-s ${short.slice(1)}`]),
    `-l ${long.slice(2)}`,
    ...(takesValue ? ['-r'] : []),
    ...(values.length === 0 ? [] : [`-f -a ${quote(values.join(' '))}`]),
    `-d ${quote(description)}`,
  ];
  return parts.join(' ');
}

function seen({ name }: KnownCommand): string {
  return `'__fish_seen_subcommand_from ${name}'`;
}

/** In single quotes fish takes everything as it is but \\ and '. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`;
}
