// Runs the command in this process and writes its peak memory to a file: `node measure-run.mjs OUT.json BIN args ...`.
// The peak covers worker threads too; it is the kernel's own figure (ru_maxrss, kilobytes on Linux).
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , out, bin, ...args] = process.argv;
process.on('exit', () => {
  fs.writeFileSync(out, JSON.stringify({ peak_bytes: process.resourceUsage().maxRSS * 1024 }));
});
process.argv = [process.argv[0], bin, ...args];
await import(pathToFileURL(bin).href);
