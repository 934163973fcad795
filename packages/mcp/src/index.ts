export { toolAnnotations } from './annotations.js';
export type { ToolAnnotations } from './annotations.js';
