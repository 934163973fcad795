import { schemaInWords } from '../dispatch/model-adapter.js';
import type { AdapterMessage, AdapterRequest } from '../dispatch/model-adapter.js';
import { textOfBlocks } from '../messages.js';

/** The whole conversation as one text: `[system]` and `[role]` sections with blank lines between them. */
export function toOpencodePrompt(request: AdapterRequest): string {
  const system = request.system.map((block) => block.text);
  if (request.output !== null) system.push(schemaInWords(request.output.schema));
  const sections = [
    ...(system.length > 0 ? [`[system]\n${system.join('\n\n')}`] : []),
    ...request.messages.map((message) => `[${message.role}]\n${textOf(message)}`),
  ];
  return `${sections.join('\n\n')}\n`;
}

function textOf(message: AdapterMessage): string {
  switch (message.role) {
    case 'user':
      return message.text;
    case 'assistant':
      return textOfBlocks(message.blocks);
    case 'tool':
      return message.results.map((result) => `${result.name}: ${result.text}`).join('\n');
  }
}
