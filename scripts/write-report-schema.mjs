// Writes the JSON Schema of the report from the built valibot schema, so that it ships in the package.
import fs from 'node:fs';
import path from 'node:path';
import { reportJsonSchema } from '../packages/agents/dist/index.js';
import { root } from './run.mjs';

const file = path.join(root, 'packages/agents/dist/report.schema.json');
fs.writeFileSync(file, `${JSON.stringify(reportJsonSchema(), null, 2)}\n`);
