import type { Command, Option } from 'commander';

/** One option, as completion needs it. */
export interface KnownOption {
  /** `-o`, or '' without one. */
  readonly short: string;
  /** `--output`. */
  readonly long: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** Values that can be listed; empty where files or anything fit. */
  readonly values: readonly string[];
}

/** One command with its options. */
export interface KnownCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly KnownOption[];
  /** First arguments that can be listed. */
  readonly values: readonly string[];
}

/**
 * The commands that help lists, with their options, for scripts of shells.
 *
 * @param valuesOf values of an option by its long name and the name of its command
 */
export function describeProgram(
  program: Command,
  valuesOf: (command: string, option: string) => readonly string[],
): KnownCommand[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== 'help')
    .map((command) => ({
      name: command.name(),
      description: oneLine(command.description()),
      options: command
        .createHelp()
        .visibleOptions(command)
        .map((option) => describeOption(option, valuesOf(command.name(), option.long ?? ''))),
      values: [
        ...command.commands.map((inner) => inner.name()),
        ...command.registeredArguments.slice(0, 1).flatMap((argument) => argument.argChoices ?? []),
      ],
    }));
}

function describeOption(option: Option, values: readonly string[]): KnownOption {
  return {
    short: option.short ?? '',
    long: option.long ?? '',
    description: oneLine(option.description),
    takesValue: option.required || option.optional,
    values: option.argChoices ?? values,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
