import { Command, Option } from 'commander';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';

const USAGE = 'usage: perfxpert serve REPORT.json | -i TRACE... [options] (perfxpert serve --help lists them)';

const EXAMPLES = `
Only this machine can reach it (127.0.0.1). It ends with Ctrl-C.

Examples:
  perfxpert serve report.json
  perfxpert serve -i trace.db --port 8080        with the timeline
`;

/** The options of `perfxpert serve`, checked one by one. */
export interface ServeFlags {
  /** Undefined where traces are given. */
  readonly report: string | undefined;
  readonly input: readonly string[];
  /** 0: any that is free. */
  readonly port: number;
  readonly verbose: boolean;
  readonly progress: boolean;
}

interface ParsedOptions {
  readonly input?: string[];
  readonly port: number;
  readonly verbose?: boolean;
  readonly progress: boolean;
}

/** `perfxpert serve`. */
export function createServeCommand(io: Io): Command {
  return new Command('serve')
    .description('Show a report in the browser, from this machine only.')
    .helpOption('-h, --help', 'show help')
    .usage('REPORT.json | -i TRACE... [options]')
    .argument('[report]', 'report that analyze --format json wrote')
    .option('-i, --input <trace...>', 'trace files or folders that belong together')
    .addOption(new Option('--port <n>', 'port; 0 for any that is free').argParser(parsePort).default(0))
    .option('--verbose', 'log the stages to stderr')
    .option('--no-progress', 'nothing on stderr but errors')
    .addHelpText('after', EXAMPLES)
    .action(async (report: string | undefined, options: ParsedOptions) => {
      const { input = [], port, verbose = false, progress } = options;
      if ((report === undefined) === (input.length === 0)) throw new UsageError(`give a report or traces; ${USAGE}`);
      if (report === '' || input.includes('')) throw new UsageError(`the name of a file is empty; ${USAGE}`);
      const { serve } = await import('./serve.js');
      await serve({ report, input, port, verbose, progress }, io);
    });
}

function parsePort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`--port ${value}: give a number from 0 to 65535`);
  return port;
}
