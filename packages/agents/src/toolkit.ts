export { isPerfXpertError, toWireError } from '@perfxpert/tools';
export type { PerfXpertError, WireError } from '@perfxpert/tools';
