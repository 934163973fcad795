import { describe, expect, it } from '@jest/globals';
import { createProvider } from '../src/index.js';
import type { ChatMessage } from '../src/index.js';
import { HOTSPOTS, QUESTION, VERDICT, WIRED, withServer } from './provider-cases.js';

const GOOD = { verdict: 'memory', confidence: 0.8 };
const BAD = { verdict: 'unsure', confidence: 2 };

describe.each(WIRED.flatMap((wired) => [false, true].map((stream) => ({ ...wired, wired, stream }))))(
  'a conversation with $name (streaming: $stream)',
  ({ wired, stream }) => {
    it('goes from calls over results and a rejected answer to the accepted one', async () => {
      const calls = [
        { name: 'hotspots', input: { top_n: 3, database_path: '[REDACTED_PATH:database_path]' } },
        { name: 'hotspots', input: { top_n: 5 } },
      ];
      const replies = [
        { kind: 'tool_calls', calls },
        { kind: 'answer', value: BAD },
        { kind: 'answer', value: GOOD },
      ] as const;
      await withServer(wired, replies, async (server, own) => {
        const provider = createProvider(wired.name, own);
        const data = { type: 'data', source: 'facts', value: { database_path: '/data/run.db' } } as const;
        const messages: ChatMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'Which?' }, data] }];
        const request = { ...QUESTION, messages, tools: [HOTSPOTS], output: VERDICT };

        const first = await provider.chat(request, { stream });
        expect(first.stopReason).toBe('tool_calls');
        const asked = first.blocks.flatMap((block) => (block.type === 'tool_call' ? [block] : []));
        expect(asked.map((block) => [block.input, block.error])).toEqual([
          [{ top_n: 3, database_path: '/data/run.db' }, null],
          [{ top_n: 5 }, null],
        ]);
        messages.push({ role: 'assistant', blocks: first.blocks });
        const results = asked.map((block, index) => ({ callId: block.id, name: block.name, value: { rank: index } }));
        messages.push({ role: 'tool', results });

        const second = await provider.chat({ ...request, isFinalTurn: true }, { stream });
        expect(second).toMatchObject({ stopReason: 'end', structured: BAD });
        messages.push({ role: 'assistant', blocks: second.blocks });
        messages.push({ role: 'user', content: 'confidence: at most 1' });

        const third = await provider.chat({ ...request, isFinalTurn: true }, { stream });
        expect(third).toMatchObject({ stopReason: 'end', structured: GOOD });
        expect(server.requests).toHaveLength(3);
        const last = server.requests[2]?.text ?? '';
        expect(last).not.toContain('/data/run.db');
        for (const piece of ['REDACTED_PATH:database_path', '{\\"rank\\":1}', 'unsure', 'confidence: at most 1'])
          expect(last).toContain(piece);
        // What was sent once is sent again unchanged, so that a cache of the service can hold.
        const before = JSON.stringify(server.requests[1]?.body['messages']).slice(0, -1);
        expect(JSON.stringify(server.requests[2]?.body['messages']).startsWith(before)).toBe(true);
      });
    });
  },
);
