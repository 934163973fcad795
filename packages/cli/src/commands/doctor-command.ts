import { Command } from 'commander';
import type { Io } from '../io.js';

const EXAMPLES = `
Exit codes: 0 all clean (warnings do not count), 1 something has to be repaired.
Nothing is written, but with --fix the state folder is made.
`;

/** `perfxpert doctor`. */
export function createDoctorCommand(io: Io): Command {
  return new Command('doctor')
    .description('Check the installation and its surroundings.')
    .helpOption('-h, --help', 'show help')
    .option('--json', 'print the checks as JSON')
    .option('--fix', 'make the state folder where it is missing')
    .addHelpText('after', EXAMPLES)
    .action(async ({ json = false, fix = false }: { json?: boolean; fix?: boolean }) => {
      const { doctor } = await import('./doctor.js');
      await doctor({ json, fix }, io);
    });
}
