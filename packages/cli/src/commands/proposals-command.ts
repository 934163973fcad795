import { Command } from 'commander';
import type { Io } from '../io.js';
import type * as actions from './proposals.js';

const EXAMPLES = `
Proposals are ideas of a language model that nothing has proven. They stand in a saved
answer of an agent, apart from the recommendations.

Examples:
  perfxpert proposals list report.json
  perfxpert proposals show report.json pxp-exp-0123456789abcdef
  perfxpert proposals promote report.json pxp-exp-0123456789abcdef -o entry.yaml
`;

/** `perfxpert proposals`. */
export function createProposalsCommand(io: Io): Command {
  const command = new Command('proposals')
    .description('Review unproven ideas of a language model in a saved result.')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help of a command')
    .addHelpText('after', EXAMPLES);
  const add = (name: string, description: string): Command => {
    const inner = new Command(name)
      .description(description)
      .helpOption('-h, --help', 'show help')
      .argument('<result>', 'saved result, JSON');
    command.addCommand(inner);
    return inner;
  };
  add('list', 'list the proposals')
    .option('--json', 'print them as JSON')
    .action(async (file: string, { json = false }: { json?: boolean }) => (await load()).listProposals(file, json, io));
  add('show', 'print one proposal in full')
    .argument('<id>', 'id of the proposal')
    .action(async (file: string, id: string) => (await load()).showProposal(file, id, io));
  add('promote', 'print the skeleton of a catalogue entry, to be measured and completed by a person')
    .argument('<id>', 'id of the proposal')
    .option('--promoted-by <name>', 'who takes it over')
    .option('-o, --output <file>', 'write to this file; - for stdout, the default')
    .action(async (file: string, id: string, options: actions.PromoteOptions) =>
      (await load()).promoteProposal(file, id, options, io),
    );
  return command;
}

function load(): Promise<typeof actions> {
  return import('./proposals.js');
}
