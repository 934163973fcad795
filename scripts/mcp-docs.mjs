// Writes the generated parts of docs/mcp.md: the reference of tools, from the registry of the built package, and the
// worked sessions, from the built server. `node scripts/mcp-docs.mjs`
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as prettier from 'prettier';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const file = path.join(root, 'docs/mcp.md');
const SHOWN_LINES = 40;

/** The reference of tools as Markdown. */
export function renderMcpTools(list) {
  const groups = [
    ['Task-sized tools', list.filter((tool) => tool.isCore && tool.kind !== 'agent' && !tool.key.includes('.'))],
    ['Agents', list.filter(({ kind }) => kind === 'agent')],
    ['Tools of the catalogue', list.filter(({ key }) => key.includes('.'))],
  ];
  return [
    `${list.length} tools: ${groups.map(([title, tools]) => `${tools.length} ${title.toLowerCase()}`).join(', ')}.`,
    ...groups.flatMap(([title, tools]) => [
      '',
      `### ${title}`,
      '',
      '| name | what it does | inputs |',
      '| --- | --- | --- |',
      ...tools.map((tool) => `| \`${tool.name}\` | ${cell(tool.description)} | ${inputsOf(tool.inputSchema)} |`),
    ]),
  ].join('\n');
}

function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function inputsOf({ properties = {}, required = [] }) {
  const names = Object.keys(properties).map((name) => (required.includes(name) ? `**${name}**` : name));
  return names.length === 0 ? 'none' : names.map((name) => name.replaceAll('_', '\\_')).join(', ');
}

/** The text between two markers replaced. */
export function replacePart(text, name, part) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`docs/mcp.md has no part ${name}`);
  return `${text.slice(0, from + open.length)}\n\n${part}\n\n${text.slice(to)}`;
}

/** A server over the folder, and its answers. */
function startServer(folder) {
  const bin = path.join(root, 'packages/mcp/dist/bin.js');
  const child = spawn(process.execPath, [bin], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message.result);
    }
  });
  let next = 1;
  const request = (method, params) =>
    new Promise((resolve) => {
      waiting.set(next, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: next++, method, params })}\n`);
    });
  return { child, request };
}

const SESSIONS = [
  {
    title: 'Why is it slow?',
    words: 'The first call gives the verdict; the id of the first recommendation leads to its proof.',
    steps: [
      ['perfxpert_analyze_trace', () => ({ database_path: 'training.db', top_kernels: 2, top_recommendations: 1 })],
      [
        'perfxpert_explain_finding',
        ([first]) => ({ database_path: 'training.db', finding_id: first.recommendations[0].id }),
      ],
    ],
  },
  {
    title: 'What about this kernel?',
    words: 'A list that is cut says so, and its cursor leads to the rest.',
    steps: [
      ['perfxpert_list_kernels', () => ({ database_path: 'training.db', limit: 1 })],
      ['perfxpert_list_kernels', ([first]) => ({ database_path: 'training.db', limit: 1, cursor: first.cursor })],
      ['perfxpert_explain_kernel', ([first]) => ({ database_path: 'training.db', kernel_name: first.kernels[0].name })],
    ],
  },
  {
    title: 'Did it help?',
    words: 'Two runs compared, and a question that no tool answers, in SQL.',
    steps: [
      ['perfxpert_compare_traces', () => ({ baseline_db: 'training.db', new_db: 'training.db' })],
      [
        'perfxpert_query_trace',
        () => ({
          database_path: 'training.db',
          sql: 'SELECT name, count(*) AS calls, max(duration_ns) AS longest_ns FROM kernels GROUP BY name ORDER BY longest_ns DESC',
          max_rows: 3,
        }),
      ],
    ],
  },
];

async function renderSessions() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-docs-'));
  const { exampleTrace } = await import('@perfxpert/rocpd/testing');
  exampleTrace(path.join(folder, 'training.db'));
  const { child, request } = startServer(fs.realpathSync(folder));
  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'docs', version: '1' },
  });
  const lines = [];
  for (const { title, words, steps } of SESSIONS) {
    lines.push(`### ${title}`, '', words, '');
    const answers = [];
    for (const [name, inputOf] of steps) {
      const input = inputOf(answers);
      const { structuredContent } = await request('tools/call', { name, arguments: input });
      answers.push(structuredContent);
      const shown = JSON.stringify(structuredContent, null, 2)
        .replaceAll(fs.realpathSync(folder), '/traces')
        .split('\n');
      const cut =
        shown.length > SHOWN_LINES
          ? [...shown.slice(0, SHOWN_LINES), `... ${shown.length - SHOWN_LINES} more lines`]
          : shown;
      lines.push(`\`${name}\``, '', '```json', JSON.stringify(input), '```', '', '```text', ...cut, '```', '');
    }
  }
  child.stdin.end();
  fs.rmSync(folder, { recursive: true, force: true });
  return lines.join('\n').trimEnd();
}

async function main() {
  const { toolList } = await import(pathToFileURL(path.join(root, 'packages/mcp/dist/index.js')).href);
  const tools = replacePart(fs.readFileSync(file, 'utf8'), 'tools', renderMcpTools(toolList()));
  const text = replacePart(tools, 'sessions', await renderSessions());
  const options = await prettier.resolveConfig(file);
  fs.writeFileSync(file, await prettier.format(text, { ...options, parser: 'markdown' }));
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
