import type { Io } from '../io.js';
import { deliverReport } from '../output/deliver-report.js';
import type { Destination } from '../output/destinations.js';
import { planDestinations } from '../output/destinations.js';
import { readReport } from '../output/read-report.js';
import { FORMATS } from '../render/formats.js';
import { redactPaths } from '../render/redact-paths.js';
import { hasColors, isUnicodeTerminal, textWidth } from '../terminal.js';
import type { RenderFlags } from './render-command.js';

/** Columns of a report in a file. */
const FILE_WIDTH = 92;

/** Runs `perfxpert render`. Everything is read and drawn before anything is written. */
export async function render(flags: RenderFlags, io: Io): Promise<void> {
  const destinations = planDestinations({ ...flags, inputs: [flags.report], inputKind: 'report' }, io.cwd);
  const report = await readReport(flags.report, io);
  const shown = flags.redactPaths ? redactPaths(report) : report;
  const texts: [Destination, string][] = [];
  for (const destination of destinations) {
    const draw = await FORMATS[destination.format].loadRenderer();
    const isFile = destination.path !== null;
    const options = {
      width: isFile ? FILE_WIDTH : textWidth(io.stdout),
      isUnicode: isFile || isUnicodeTerminal(io),
      isColored: !isFile && hasColors(io.stdout, io.env, flags.color),
      timeline: null,
      sections: flags.sections,
    };
    texts.push([destination, draw(shown, options)]);
  }
  for (const [destination, text] of texts) await deliverReport(destination, text, flags.progress, io);
}
