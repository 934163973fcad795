#!/usr/bin/env node
import { productVersion } from './version.js';

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  // A reader that went away is no error; an 'error' event nobody hears would end the process with a stack.
  process.stdout.on('error', () => {});
  process.stdout.write(`perfxpert ${productVersion()}\n`);
} else {
  const { runProcess } = await import('./run-process.js');
  await runProcess(argv);
}
