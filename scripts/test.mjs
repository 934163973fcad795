// `npm test`: installs and builds if needed, runs every test once. Words after `--` go to Jest.
import { ensureInstalled } from './ensure-installed.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { runNode } from './run.mjs';

ensureInstalled();
ensureBuilt();
const jest = [
  '--experimental-vm-modules',
  '--no-warnings=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--ci',
  '--maxWorkers=100%',
];
runNode([...jest, ...process.argv.slice(2)]);
