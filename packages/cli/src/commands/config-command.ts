import { Command } from 'commander';
import type { Io } from '../io.js';
import type * as configActions from './config.js';

/** Of each command that takes a field. */
const FIELD = 'name of a setting, as perfxpert config show lists them';

const EXAMPLES = `
Precedence: environment, then the file, then defaults. Fields: provider, model, max_tokens,
airgap, regression_threshold_pct, hot_kernel_coverage_pct, agent_creativity.

Examples:
  perfxpert config show                           what is in force, and where it comes from
  perfxpert config get airgap
  perfxpert config set regression_threshold_pct 3
  perfxpert config unset provider
  perfxpert config env                            every environment variable
`;

/** `perfxpert config`. */
export function createConfigCommand(io: Io): Command {
  const command = new Command('config')
    .description('Show and change the settings.')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help of a command')
    .addHelpText('after', EXAMPLES);
  const add = (name: string, description: string): Command => {
    const inner = new Command(name).description(description).helpOption('-h, --help', 'show help');
    command.addCommand(inner);
    return inner;
  };
  add('show', 'print the settings in force, as YAML').action(async () => (await load()).showConfig(io));
  add('list', 'the same as show').action(async () => (await load()).showConfig(io));
  add('get', 'print one setting')
    .argument('<field>', FIELD)
    .action(async (field: string) => (await load()).getConfig(field, io));
  add('set', 'write one setting to the config file')
    .argument('<field>', FIELD)
    .argument('<value>', 'what it is to be; checked before it is written')
    .action(async (field: string, value: string) => (await load()).setConfig(field, value, io));
  add('unset', 'take one setting out of the config file')
    .argument('<field>', FIELD)
    .action(async (field: string) => (await load()).setConfig(field, null, io));
  add('path', 'print where the config file lies').action(async () => (await load()).printConfigPath(io));
  add('env', 'print every environment variable, secrets masked').action(async () => (await load()).showEnvironment(io));
  return command;
}

function load(): Promise<typeof configActions> {
  return import('./config.js');
}
