// Where the GPU time of a trace went. `npx tsc && node dist/report.js TRACE`
import { isPerfXpertError, traceAnalysis } from '@perfxpert/tools';
import type { Hotspot } from '@perfxpert/tools';

const [file = 'trace.db'] = process.argv.slice(2);
const line = ({ name, calls, total_duration: ns }: Hotspot) => `${(ns / 1e6).toFixed(3)} ms  ${calls} x  ${name}`;

try {
  const time = await traceAnalysis.timeBreakdown({ database_path: file });
  if (time.has_data) console.log(`kernels ran ${(100 * time.kernel_frac).toFixed(1)} % of the time`);
  else console.log(`${time.reason} ${time.how_to_collect}`);
  for (const hotspot of await traceAnalysis.hotspots({ database_path: file, top_n: 3 })) console.log(line(hotspot));
} catch (error) {
  if (!isPerfXpertError(error)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
