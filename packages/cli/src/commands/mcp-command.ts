import { Command } from 'commander';
import type { Io } from '../io.js';

/** `perfxpert mcp`: everything behind it is for the program `perfxpert-mcp`, its `--help` too. */
export function createMcpCommand(io: Io): Command {
  return new Command('mcp')
    .description('Serve MCP clients, or register with one: runs perfxpert-mcp with the arguments that follow.')
    .argument('[arguments...]', 'perfxpert mcp --help lists them')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async (argv: readonly string[]) => {
      const { runMcp } = await import('./mcp.js');
      await runMcp(argv, io);
    });
}
