/** An environment variable that the product reads. */
export interface Variable {
  readonly name: string;
  readonly effect: string;
  /** Its value is a key or may hold one: never shown. */
  readonly isSecret: boolean;
}

const plain = (name: string, effect: string): Variable => ({ name, effect, isSecret: false });
const secret = (name: string, effect: string): Variable => ({ name, effect, isSecret: true });

/** Services with a model variable of their own. */
const SERVICES = ['ANTHROPIC', 'OPENAI', 'OLLAMA', 'PRIVATE', 'OPENCODE'] as const;

/** Every variable, in the order in which they are listed. */
export const VARIABLES: readonly Variable[] = [
  plain('PERFXPERT_AIRGAP', 'no model and no network, whatever else is set'),
  plain('PERFXPERT_DEBUG', '1: stack traces of errors'),
  plain('PERFXPERT_ADVANCED_RECS', 'advice on pragmas'),
  plain('PERFXPERT_CI_REGRESSION_THRESHOLD', 'percent of change that is no longer neutral'),
  plain('PERFXPERT_HOT_KERNEL_COVERAGE_PCT', 'percent of the kernel time that counts as hot'),
  plain('PERFXPERT_AGENT_CREATIVITY', 'strict or exploratory'),
  plain('PERFXPERT_LLM_PROVIDER', 'language model service; naming one makes runs live'),
  plain('PERFXPERT_LLM_MODEL', 'model of that service'),
  ...SERVICES.flatMap((service) => [
    plain(`PERFXPERT_AGENTS_MODEL_${service}`, `model of ${service.toLowerCase()}, before all others`),
    plain(`PERFXPERT_${service}_MODEL`, `model of ${service.toLowerCase()}`),
  ]),
  plain('PERFXPERT_LLM_FALLBACK_CHAIN', 'services tried after a rate limit or a passing failure'),
  plain('PERFXPERT_DISABLE_RATE_LIMIT_RETRY', 'no retry before falling back'),
  plain('PERFXPERT_LLM_THINKING', 'tokens for thinking (anthropic)'),
  plain('PERFXPERT_MAX_TOKENS', 'most tokens of an answer'),
  plain('PERFXPERT_LLM_TIMEOUT_MS', 'milliseconds per try of a call'),
  plain('PERFXPERT_LLM_DEADLINE_MS', 'milliseconds per run of an agent'),
  plain('PERFXPERT_LLM_TOKEN_BUDGET', 'tokens of a session'),
  plain('PERFXPERT_AGENTS_MAX_TURNS', 'model turns of one run of an agent'),
  plain('PERFXPERT_MAX_SESSION_TURNS', 'model turns of a session'),
  plain('PERFXPERT_LLM_REDACT_KERNELS', 'kernels go out as K1, K2, ...'),
  secret('PERFXPERT_LLM_ANTHROPIC_KEY', 'key of anthropic'),
  secret('ANTHROPIC_API_KEY', 'key of anthropic'),
  secret('PERFXPERT_LLM_OPENAI_KEY', 'key of openai'),
  secret('OPENAI_API_KEY', 'key of openai'),
  secret('PERFXPERT_LLM_OLLAMA_KEY', 'key of ollama, where it has one'),
  plain('PERFXPERT_LLM_LOCAL_URL', 'address of ollama'),
  plain('OLLAMA_HOST', 'address of ollama'),
  plain('PERFXPERT_LLM_PRIVATE_URL', 'address of the private service'),
  plain('PRIVATE_LLM_ENDPOINT', 'address of the private service'),
  plain('PERFXPERT_LLM_PRIVATE_MODEL', 'model of the private service'),
  secret('PERFXPERT_LLM_PRIVATE_API_KEY', 'key of the private service'),
  secret('PERFXPERT_LLM_PRIVATE_HEADERS', 'further headers of the private service, JSON'),
  plain('PERFXPERT_LLM_PRIVATE_VERIFY_SSL', 'whether its certificate is checked'),
  plain('PERFXPERT_LLM_PRIVATE_CA_FILE', 'certificates it is checked against'),
  plain('PERFXPERT_OPENCODE_PATH', 'the opencode program'),
  plain('PERFXPERT_IN_OPENCODE_SESSION', 'set inside a session of opencode'),
  plain('PERFXPERT_GPU_MONITOR_LOG', 'captured log of amd-smi or rocm-smi'),
  plain('PERFXPERT_DISABLE_RUNTIME_GPU_SPECS', 'no look at the GPUs of this machine'),
  plain('PERFXPERT_GPU_DISCOVERY_TIMEOUT', 'seconds for that look'),
  plain('PERFXPERT_CXX', 'compiler of the first gate'),
  plain('PERFXPERT_TASK_ROOT', 'folder of what is kept between runs'),
  plain('SOURCE_DATE_EPOCH', 'time of the analysis in reports'),
  plain('NO_COLOR', 'no colours'),
  plain('FORCE_COLOR', 'colours'),
];

/** Variables of the agent launcher and of tests: known, but not read here. */
const KNOWN_ELSEWHERE: readonly string[] = [
  'PERFXPERT_CODE_NO_BANNER',
  'PERFXPERT_NO_AUTO_AGENT',
  'PERFXPERT_WORKLOAD_CWD',
  'PERFXPERT_TUI_INTERACTIVE',
  'PERFXPERT_ASSUME_CONSENT',
  'PERFXPERT_IN_AGENT_SESSION',
  'PERFXPERT_AUTO_TRUST',
  'PERFXPERT_GATE_HOOK',
  'PERFXPERT_SKIP_LIVE_CHECK',
  'PERFXPERT_MCP_LOG_LEVEL',
  'PERFXPERT_MCP_WARMUP',
  'PERFXPERT_MCP_WARMUP_TIMEOUT_S',
  'PERFXPERT_MCP_RETRY_BUDGET_S',
  'PERFXPERT_TELEMETRY',
  'PERFXPERT_SILENCE_DEPRECATION',
  'PERFXPERT_LEGACY',
  'PERFXPERT_USE_AGENTS',
  'PERFXPERT_SHARED',
  'PERFXPERT_CHROMIUM',
  'PERFXPERT_UPDATE_GOLDEN',
];

/** Names of set variables that begin like ours and are none of ours, sorted. */
export function unknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set([...VARIABLES.map(({ name }) => name), ...KNOWN_ELSEWHERE]);
  return Object.keys(environment)
    .filter((name) => name.startsWith('PERFXPERT_') && environment[name] !== undefined && !known.has(name))
    .sort();
}

/** Variables whose name looks like an unknown one. */
export async function suggestVariables(name: string): Promise<string[]> {
  const { nearestTerms } = await import('@perfxpert/tools');
  return nearestTerms(
    name,
    VARIABLES.map((variable) => variable.name),
  );
}
