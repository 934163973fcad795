// A question to a trace, with a model's words if one can be asked. `npx tsc && node dist/ask.js TRACE [PROVIDER]`
import { QuotaExceededError, agentRoot } from '@perfxpert/agents';

const [file = 'trace.db', provider] = process.argv.slice(2);
const question = { database_path: file, user_query: 'Propose the first optimization for my hot kernel.' };
const options = { progressCallback: (line: string) => console.error(line) };

async function ask() {
  // Without a provider no model is asked: every field but the words is the same either way.
  if (provider === undefined) return agentRoot({ ...question, airgap: true }, options);
  try {
    return await agentRoot({ ...question, provider: provider as 'anthropic' }, options); // an unknown name is refused
  } catch (error) {
    if (!(error instanceof QuotaExceededError)) throw error;
    console.error(`${error.provider}: the quota is used up; going on without a model`);
    return agentRoot({ ...question, airgap: true }, options);
  }
}

const report = await ask();
console.log(`${report.primary_bottleneck}: ${report.narrative}`);
for (const { priority, title, estimated_impact: impact } of report.recommendations)
  console.log(`${priority} ${title}. ${impact}`);
