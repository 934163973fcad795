export { isPerfXpertError, toWireError } from '@perfxpert/tools';
export type { PerfXpertError, ToolClass, WireError } from '@perfxpert/tools';
