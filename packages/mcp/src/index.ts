export { toolAnnotations } from './annotations.js';
export type { ToolAnnotations } from './annotations.js';
export { knownGpus } from './list/known-gpus.js';
export { toolList } from './list/tool-list.js';
export type { WireKind, WireTool } from './list/wire-tool.js';
export { CursorError, budgetView } from './view/budget-view.js';
export type { Omission, View, ViewOptions } from './view/budget-view.js';
export { wireView } from './view/wire-view.js';
