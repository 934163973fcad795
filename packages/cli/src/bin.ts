#!/usr/bin/env node
import { productVersion } from './version.js';

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  // A reader that went away is no error; an 'error' event nobody hears would end the process with a stack.
  process.stdout.on('error', () => {});
  process.stdout.write(`perfxpert ${productVersion()}\n`);
} else if (argv[0] === 'mcp') {
  // Another program, which reads its arguments itself.
  const { runMcp } = await import('./commands/mcp.js');
  try {
    process.exitCode = await runMcp(argv.slice(1), { env: process.env, cwd: process.cwd() });
  } catch (error) {
    process.stderr.write(`perfxpert: ${error instanceof Error ? error.message : 'perfxpert-mcp cannot be started'}\n`);
    process.exitCode = 2;
  }
} else {
  const { runProcess } = await import('./run-process.js');
  await runProcess(argv);
}
