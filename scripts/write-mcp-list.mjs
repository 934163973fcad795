// Writes packages/mcp/dist/tool-list.json: what the server lists, so that it starts without loading the declarations.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'packages/mcp');
const { toolList, knownGpus } = await import(pathToFileURL(path.join(folder, 'dist/index.js')).href);
const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
const list = { version, gpus: knownGpus(), tools: toolList() };
fs.writeFileSync(path.join(folder, 'dist/tool-list.json'), JSON.stringify(list));
