import { describe, expect, it } from '@jest/globals';
import { strictSchema, withoutAddedNulls } from '../../src/schema/strict-schema.js';

const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 10, description: 'of the kernel' },
    share: { type: 'number', minimum: 0, maximum: 1 },
    kind: { anyOf: [{ type: 'null' }, { type: 'string' }] },
    list: { type: 'array', minItems: 1, items: { type: 'object', properties: { a: { enum: ['x', 'y'] } } } },
  },
};

describe('strictSchema', () => {
  it('requires every field for OpenAI and lets optional ones be null; bounds become words', () => {
    expect(strictSchema(SCHEMA, 'openai')).toEqual({
      isStrict: true,
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'share', 'kind', 'list'],
        properties: {
          name: { type: 'string', description: 'of the kernel; maxLength 10' },
          share: { anyOf: [{ type: 'number', description: 'minimum 0, maximum 1' }, { type: 'null' }] },
          kind: { anyOf: [{ type: 'null' }, { type: 'string' }] },
          list: {
            anyOf: [
              {
                type: 'array',
                description: 'minItems 1',
                items: {
                  type: 'object',
                  additionalProperties: false,
                  required: ['a'],
                  properties: { a: { anyOf: [{ enum: ['x', 'y'] }, { type: 'null' }] } },
                },
              },
              { type: 'null' },
            ],
          },
        },
      },
    });
  });

  it('keeps fields optional for Anthropic', () => {
    expect(strictSchema(SCHEMA, 'anthropic').schema).toMatchObject({
      required: ['name'],
      additionalProperties: false,
      properties: { share: { type: 'number' } },
    });
  });

  it.each([
    { type: 'object' },
    { type: 'object', properties: {}, additionalProperties: true },
    { type: 'object', properties: {}, additionalProperties: { type: 'number' } },
    { type: 'object', properties: { a: {} } },
    { type: 'object', properties: { a: { $ref: '#/x' } } },
    { type: 'array' },
    { allOf: [{ type: 'string' }] },
  ])('leaves %j as it is', (schema) => {
    expect(strictSchema(schema, 'openai')).toEqual({ schema, isStrict: false });
  });
});

describe('withoutAddedNulls', () => {
  it('takes out only the nulls that the original schema does not know', () => {
    expect(
      withoutAddedNulls({ name: null, share: null, kind: null, list: [{ a: null }, { a: 'x' }], extra: null }, SCHEMA),
    ).toEqual({
      name: null,
      kind: null,
      list: [{}, { a: 'x' }],
      extra: null,
    });
    expect(withoutAddedNulls('text', SCHEMA)).toBe('text');
  });
});
