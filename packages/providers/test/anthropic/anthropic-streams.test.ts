import { describe, expect, it } from '@jest/globals';
import { HOTSPOTS, QUESTION, VERDICT, WIRED, askOnce, bytes } from '../provider-cases.js';

interface Event {
  readonly type: string;
  readonly [field: string]: unknown;
}

const USAGE = { input_tokens: 1, output_tokens: 1 };
const START: Event = {
  type: 'message_start',
  message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage: USAGE },
};
const END: readonly Event[] = [
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } },
  { type: 'message_stop' },
];
const callOf = (name: string, json: string): readonly Event[] => [
  { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name, input: {} } },
  { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: json } },
  { type: 'content_block_stop', index: 0 },
];
const textOf = (text: string): readonly Event[] => [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
  { type: 'content_block_stop', index: 0 },
];

/** What comes of a stream of these events. */
async function read(...events: readonly Event[]): Promise<unknown> {
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const reply = bytes('anthropic', true, (response) => response.end(text));
  return askOnce(WIRED[0], reply, {}, { ...QUESTION, tools: [HOTSPOTS], output: VERDICT }, { stream: true });
}

describe('a stream of Anthropic', () => {
  it('whose arguments are cut off gives a call that is not to be made', async () => {
    expect(await read(START, ...callOf('hotspots', '{"top'), ...END)).toMatchObject({
      stopReason: 'tool_calls',
      blocks: [{ type: 'tool_call', name: 'hotspots', input: {}, error: 'arguments are no object' }],
    });
    expect(await read(START, ...callOf('hotspots', ''), ...END)).toMatchObject({
      blocks: [{ input: {}, error: null }],
    });
  });

  it('whose answer is cut off gives no answer', async () => {
    const result = await read(START, ...callOf('submit_verdict', '{"verdict":"memory","confid'), ...END);
    expect(result).toMatchObject({ stopReason: 'end', blocks: [{ type: 'answer', value: null }] });
    expect(result).not.toHaveProperty('structured');
  });

  it('skips events that it does not know', async () => {
    expect(await read(START, { type: 'new_thing' }, ...textOf('fine'), ...END)).toMatchObject({ text: 'fine' });
  });

  it.each<[string, readonly Event[]]>([
    ['arguments that are no JSON', [START, ...callOf('hotspots', '}}{'), ...END]],
    [
      'a piece of a block that never began',
      [START, { type: 'content_block_delta', index: 3, delta: { type: 'text_delta', text: 'x' } }, ...END],
    ],
    ['a block without a kind', [START, { type: 'content_block_start', index: 0 }, ...END]],
    ['two beginnings', [START, START, ...END]],
  ])('reports %s', async (_name, events) => {
    expect(await read(...events)).toMatchObject({ code: 'FATAL', kind: 'malformed_response' });
  });

  it.each<[string, readonly Event[]]>([
    ['no beginning', [...END]],
    ['no end', [START, ...textOf('x')]],
  ])('with %s was cut', async (_name, events) => {
    expect(await read(...events)).toMatchObject({ code: 'TRANSIENT', kind: 'connection' });
  });
});
