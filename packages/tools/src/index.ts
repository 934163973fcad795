export { callTool } from './tool/call-tool.js';
export { defineTool, wireName } from './tool/define-tool.js';
export type { Tool, ToolClass } from './tool/define-tool.js';
export { createToolContext } from './tool/tool-context.js';
export type { ToolContext, ToolOptions, ToolSettings } from './tool/tool-context.js';
export { ToolError, isPerfXpertError, toWireError } from './tool/tool-errors.js';
export type { PerfXpertError, ToolErrorCode, WireError } from './tool/tool-errors.js';
