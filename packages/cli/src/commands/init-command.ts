import { Command, Option } from 'commander';
import type { Io } from '../io.js';

const PROVIDERS = ['anthropic', 'openai', 'ollama', 'private', 'opencode'] as const;

/** The options of `perfxpert init`. */
export interface InitFlags {
  readonly sourceDir: string;
  readonly provider: string | undefined;
  readonly arch: string | undefined;
  /** Undefined: the usual place. */
  readonly configPath: string | undefined;
  readonly interactive: boolean;
}

const EXAMPLES = `
The config file keeps what it has. A provider is written only if you name one:
naming one makes runs live.

Examples:
  perfxpert init
  perfxpert init --arch gfx942 --source-dir src
  perfxpert init --provider ollama --non-interactive
`;

interface ParsedOptions {
  readonly sourceDir: string;
  readonly provider?: string;
  readonly arch?: string;
  readonly configPath?: string;
  readonly nonInteractive?: boolean;
}

/** `perfxpert init`. */
export function createInitCommand(io: Io): Command {
  return new Command('init')
    .description('Look at GPUs and sources, write the config file, say how to record.')
    .helpOption('-h, --help', 'show help')
    .option('--source-dir <folder>', 'sources to look at', '.')
    .addOption(new Option('--provider <name>', 'language model service to use').choices(PROVIDERS))
    .option('--arch <gfx>', 'architecture, where the GPU is not in this machine')
    .option('--config-path <file>', 'config file (default: ~/.config/perfxpert/config.yaml)')
    .option('--non-interactive', 'change an existing config file without asking')
    .addHelpText('after', EXAMPLES)
    .action(async ({ sourceDir, provider, arch, configPath, nonInteractive = false }: ParsedOptions) => {
      const { init } = await import('./init.js');
      await init({ sourceDir, provider, arch, configPath, interactive: !nonInteractive }, io);
    });
}
