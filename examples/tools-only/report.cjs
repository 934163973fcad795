// Tools as data: the registry, and a call by name. `node report.cjs TRACE`
const { TOOLS, callTool, wireName } = require('@perfxpert/tools');

async function main([file = 'trace.db']) {
  const readOnly = TOOLS.filter((tool) => tool.toolClass === 'read_only');
  const tool = readOnly.find(({ key }) => key === 'trace_analysis.hotspots');
  console.log(`${readOnly.length} tools that only read; calling ${wireName(tool.key)}`);
  for (const { name, calls, total_duration: ns } of await callTool(tool, { database_path: file, top_n: 3 }))
    console.log(`${(ns / 1e6).toFixed(3)} ms  ${calls} x  ${name}`);
}

main(process.argv.slice(2)).catch(({ code, message }) => {
  console.error(`${code}: ${message}`);
  process.exitCode = 1;
});
