import { Argument, Command } from 'commander';
import type { Io } from '../io.js';
import { writeText } from '../io.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

const EXAMPLES = `
Examples:
  eval "$(perfxpert completion bash)"          in ~/.bashrc
  source <(perfxpert completion zsh)           in ~/.zshrc, after compinit
  perfxpert completion fish | source           in ~/.config/fish/config.fish
`;

/** `perfxpert completion SHELL`. */
export function createCompletionCommand(io: Io): Command {
  return new Command('completion')
    .description('Print a script that completes commands and options in a shell.')
    .helpOption('-h, --help', 'show help')
    .addArgument(new Argument('<shell>', SHELLS.join(', ')).choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: (typeof SHELLS)[number], _options: unknown, command: Command) => {
      const { completionScript } = await import('../completion/completion-script.js');
      await writeText(io.stdout, completionScript(shell, command.parent ?? command));
    });
}
