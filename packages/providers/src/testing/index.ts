export { scriptedProvider } from './scripted-provider.js';
export type { ScriptedProvider, ScriptedTurn } from './scripted-provider.js';
export { startModelServer } from './start-model-server.js';
export type { ModelServer, ModelServerOptions, RecordedRequest } from './start-model-server.js';
export { WIRE_USAGE } from './wire-reply.js';
export type { WireCall, WireProtocol, WireReply } from './wire-reply.js';
