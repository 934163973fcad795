import { Command } from 'commander';
import type { Io } from '../io.js';

/** `perfxpert providers`. */
export function createProvidersCommand(io: Io): Command {
  const command = new Command('providers')
    .description('Language model services: which could write the words of a report.')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help of a command');
  const list = new Command('list')
    .description('list the services, by name')
    .helpOption('-h, --help', 'show help')
    .option('--json', 'print the list as JSON')
    .option('--check', 'ask each configured service about itself; no model is used')
    .action(async ({ json = false, check = false }: { json?: boolean; check?: boolean }) => {
      const { listServices } = await import('./providers.js');
      await listServices({ json, check }, io);
    });
  command.addCommand(list);
  return command;
}
