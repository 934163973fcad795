#!/usr/bin/env node
import { USAGE } from './command/usage.js';
import { checkRoots } from './command/check-roots.js';
import { UsageError, parseCommand } from './command/parse-command.js';
import type { Command } from './command/parse-command.js';

/** Where this program and what was built with it lie. */
const FOLDER = new URL('./', import.meta.url);
const EXIT_USAGE = 2;
const EXIT_INTERNAL = 70;

async function run(command: Command): Promise<number> {
  // Whoever reads what is printed may have seen enough of it.
  if (command.kind !== 'serve') process.stdout.on('error', () => process.exit(0));
  switch (command.kind) {
    case 'help':
      process.stdout.write(USAGE);
      return 0;
    case 'version': {
      const { readBuiltList } = await import('./server/listed-tools.js');
      process.stdout.write(`perfxpert-mcp ${readBuiltList(new URL('tool-list.json', FOLDER)).version}\n`);
      return 0;
    }
    case 'list': {
      const { listedTools, readBuiltList } = await import('./server/listed-tools.js');
      const tools = listedTools(readBuiltList(new URL('tool-list.json', FOLDER)).tools, command.settings);
      const shown = tools.map(({ isCore: _isCore, kind: _kind, ...tool }) => tool);
      process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
      return 0;
    }
    case 'serve': {
      checkRoots(command.settings.roots);
      const { optimizeLater } = await import('./server/optimize-later.js');
      optimizeLater();
      const { createProduct } = await import('./server/create-product.js');
      const product = createProduct(command.settings, FOLDER);
      if (command.http === null) await (await import('./server/serve-stdio.js')).serveStdio(product);
      else await (await import('./server/serve-http.js')).serveHttp(product, command.http);
      process.exit(0);
    }
    case 'print-config':
      return (await import('./install/print-config.js')).printConfig(command.client, command.command);
    case 'install':
      return (await import('./install/run-install.js')).runInstall(command.options);
  }
}

try {
  process.exitCode = await run(parseCommand(process.argv.slice(2), process.cwd(), process.env));
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(`perfxpert-mcp: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = isUsage ? EXIT_USAGE : EXIT_INTERNAL;
}
