import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';
import { schemaInWords } from '../dispatch/model-adapter.js';
import type { AdapterMessage, AdapterRequest } from '../dispatch/model-adapter.js';
import type { AssistantBlock, ToolSpec } from '../messages.js';
import { textOfBlocks } from '../messages.js';
import { strictSchema } from '../schema/strict-schema.js';
import type { OpenAiQuirks } from './openai-quirks.js';

/** The request in the words of Chat Completions, in the form that the endpoint takes. */
export function toOpenAiRequest(
  request: AdapterRequest,
  model: string,
  quirks: OpenAiQuirks,
): ChatCompletionCreateParamsNonStreaming {
  const hasTools = request.tools.length > 0;
  return {
    model,
    messages: [...systemMessage(request, quirks), ...request.messages.flatMap(messageParams)],
    ...(hasTools ? { tools: request.tools.map((tool) => toolParam(tool, quirks)) } : {}),
    ...(hasTools ? { tool_choice: request.isFinalTurn ? ('none' as const) : ('auto' as const) } : {}),
    ...(hasTools && quirks.hasParallelSwitch ? { parallel_tool_calls: false } : {}),
    ...(request.maxOutputTokens === null ? {} : { [quirks.capField]: request.maxOutputTokens }),
    ...responseFormat(request, quirks),
  };
}

function systemMessage(request: AdapterRequest, quirks: OpenAiQuirks): ChatCompletionMessageParam[] {
  const blocks = request.system.map((block) => block.text);
  if (request.output !== null && !isHeldToSchema(request, quirks)) blocks.push(schemaInWords(request.output.schema));
  const content = blocks.filter((text) => text !== '').join('\n\n');
  return content === '' ? [] : [{ role: 'system', content }];
}

function isHeldToSchema(request: AdapterRequest, quirks: OpenAiQuirks): boolean {
  return request.output !== null && quirks.format === 'json_schema';
}

function responseFormat(request: AdapterRequest, quirks: OpenAiQuirks) {
  if (request.output === null || quirks.format === 'words') return {};
  if (quirks.format === 'json_object') return { response_format: { type: 'json_object' } } as const;
  const { name, schema } = request.output;
  const strict = strictSchema(schema, 'openai');
  const format = { name, strict: strict.isStrict, schema: { ...strict.schema } };
  return { response_format: { type: 'json_schema', json_schema: format } } as const;
}

function toolParam(tool: ToolSpec, quirks: OpenAiQuirks): ChatCompletionTool {
  const strict = quirks.hasStrictTools ? strictSchema(tool.inputSchema, 'openai') : null;
  const { name, description } = tool;
  if (strict === null || !strict.isStrict)
    return { type: 'function', function: { name, description, parameters: { ...tool.inputSchema } } };
  return { type: 'function', function: { name, description, parameters: { ...strict.schema }, strict: true } };
}

function messageParams(message: AdapterMessage): ChatCompletionMessageParam[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }];
    case 'assistant':
      return [assistantParam(message.blocks)];
    case 'tool':
      return message.results.map((result) => ({
        role: 'tool',
        tool_call_id: result.callId,
        content: result.isError ? `error: ${result.text}` : result.text,
      }));
  }
}

function assistantParam(blocks: readonly AssistantBlock[]): ChatCompletionMessageParam {
  const answers = blocks.map((block) => (block.type === 'answer' ? JSON.stringify(block.value) : ''));
  const content = textOfBlocks(blocks) + answers.join('');
  const calls = blocks.flatMap((block) =>
    block.type === 'tool_call'
      ? [
          {
            id: block.id,
            type: 'function' as const,
            function: { name: block.name, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  );
  if (calls.length === 0) return { role: 'assistant', content };
  return { role: 'assistant', content: content === '' ? null : content, tool_calls: calls };
}
