import { Command, Option } from 'commander';
import type { Io } from '../io.js';
import type { FormatName } from '../render/formats.js';
import { FORMAT_NAMES } from '../render/formats.js';
import type { SectionKey } from '../render/section-keys.js';
import type { ColorMode } from '../terminal.js';
import { COLOR_MODES } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { parseColorMode, parseFormats } from './parse-display.js';
import { sectionOption } from './section-option.js';

/** The options of `perfxpert render`, checked one by one. */
export interface RenderFlags {
  readonly report: string;
  readonly formats: readonly FormatName[];
  readonly output: string | undefined;
  readonly dir: string | undefined;
  readonly sections: ReadonlySet<SectionKey> | undefined;
  readonly redactPaths: boolean;
  readonly progress: boolean;
  readonly color: ColorMode;
}

const USAGE = 'usage: perfxpert render REPORT.json [options] (perfxpert render --help lists them)';

const EXAMPLES = `
The report is what analyze --format json wrote, whole. Neither trace nor model is needed.
The HTML page has no timeline then, since that is drawn from the trace.

Examples:
  perfxpert render report.json                              read it in the terminal
  perfxpert render report.json --format webview,markdown -o page
`;

interface ParsedOptions {
  readonly format: readonly FormatName[];
  readonly output?: string;
  readonly dir?: string;
  readonly section?: SectionKey[];
  readonly redactPaths?: boolean;
  readonly progress: boolean;
  /** False for `--no-color`. */
  readonly color: ColorMode | false;
}

/** `perfxpert render`. */
export function createRenderCommand(io: Io): Command {
  return new Command('render')
    .description('Draw a report again from its JSON, without the trace.')
    .helpOption('-h, --help', 'show help')
    .usage('REPORT.json [options]')
    .argument('[report]', 'report that analyze --format json wrote')
    .addOption(
      new Option('--format <list>', `${FORMAT_NAMES.join(', ')} (also html, md), or several with commas between`)
        .argParser(parseFormats)
        .default(['text'], 'text'),
    )
    .option('-o, --output <name>', 'write to this file, extension added; - for stdout')
    .option('-d, --dir <folder>', 'write into this folder, made if needed; named after the report without -o')
    .addOption(sectionOption())
    .option('--redact-paths', 'leave folders and user names out')
    .addOption(
      new Option('--color <when>', `colours on stdout: ${COLOR_MODES.join(', ')}`)
        .argParser(parseColorMode)
        .default('auto'),
    )
    .option('--no-color', 'the same as --color never')
    .option('--no-progress', 'nothing on stderr but errors')
    .addHelpText('after', EXAMPLES)
    .action(async (report: string | undefined, options: ParsedOptions) => {
      if (report === undefined || report === '') throw new UsageError(`give a report; ${USAGE}`);
      const { format, output, dir, section, redactPaths = false, progress, color } = options;
      const { render } = await import('./render.js');
      await render(
        {
          report,
          formats: format,
          output,
          dir,
          sections: section === undefined ? undefined : new Set(section),
          redactPaths,
          progress,
          color: color === false ? 'never' : color,
        },
        io,
      );
    });
}
