import type { diagnosis } from '@perfxpert/tools';

/** The whole diagnosis of a trace, with its facts. */
export type Diagnosed = Awaited<ReturnType<typeof diagnosis.diagnoseTrace>>;
