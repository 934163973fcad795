import { Command } from 'commander';
import type { Io } from '../io.js';
import { textWidth } from '../terminal.js';
import { productVersion } from '../version.js';
import { createAnalyzeCommand } from './analyze-command.js';
import { createCiCommand } from './ci-command.js';
import { createDiffCommand } from './diff-command.js';
import { addCommonOptions } from './common-options.js';
import { createCompletionCommand } from './completion-command.js';
import { createConfigCommand } from './config-command.js';
import { createDoctorCommand } from './doctor-command.js';
import { createExplainCommand } from './explain-command.js';
import { createExportCommand } from './export-command.js';
import { createInitCommand } from './init-command.js';
import { createMcpCommand } from './mcp-command.js';
import { createProposalsCommand } from './proposals-command.js';
import { createProvidersCommand } from './providers-command.js';
import { createQueryCommand } from './query-command.js';
import { createRenderCommand } from './render-command.js';
import { createServeCommand } from './serve-command.js';
import { createValidateCommand } from './validate-command.js';

const EXAMPLES = `
Examples:
  perfxpert analyze -i trace.db
  perfxpert analyze -i rank0.db rank1.db --format text,json -o report -d out
  perfxpert explain ROCPD-MEMCPY-001 -i trace.db
  perfxpert export -i trace.db -o timeline.pftrace
  perfxpert diff before.db after.db
  perfxpert ci before.db after.db --threshold 3
  perfxpert query trace.db "SELECT name, sum(duration_ns) FROM kernels GROUP BY name"

Exit codes: 0 done, 1 a check failed, 2 wrong input, 4 a language model's service failed,
70 internal error, 124 time limit, 130 interrupted.
`;

/** The command line. Nothing is written or ended by the parser itself: it throws, and `main` decides. */
export function createProgram(io: Io): Command {
  const program = new Command('perfxpert')
    .description('Says where the time of a GPU trace (rocpd, from rocprofv3 or rocprof-sys) went, why, and what to do.')
    .version(`perfxpert ${productVersion()}`, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help of a command')
    .addHelpText('after', EXAMPLES);
  // Sub-commands inherit these settings only if they are made before the sub-command is added.
  program
    .exitOverride()
    .showSuggestionAfterError(true)
    .configureHelp({ helpWidth: textWidth(io.stdout) })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: () => {},
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  const analyze = createAnalyzeCommand(io).copyInheritedSettings(program);
  const explain = createExplainCommand(io).copyInheritedSettings(program);
  const exporting = createExportCommand(io).copyInheritedSettings(program);
  const query = createQueryCommand(io).copyInheritedSettings(program);
  const diff = createDiffCommand(io).copyInheritedSettings(program);
  const ci = createCiCommand(io).copyInheritedSettings(program);
  program.addCommand(analyze).addCommand(diff).addCommand(ci);
  program.addCommand(explain).addCommand(exporting).addCommand(query);
  const others = [
    createRenderCommand(io),
    createServeCommand(io),
    createValidateCommand(io),
    createDoctorCommand(io),
    createInitCommand(io),
    createConfigCommand(io),
    createProvidersCommand(io),
    createProposalsCommand(io),
    createCompletionCommand(io),
    createMcpCommand(io),
  ];
  for (const command of others) {
    program.addCommand(command.copyInheritedSettings(program));
    for (const inner of command.commands) inner.copyInheritedSettings(program);
  }
  for (const command of program.commands) {
    const leaves = command.commands.length === 0 ? [command] : command.commands;
    for (const leaf of leaves) addCommonOptions(leaf);
  }
  return program;
}
