import { asObject } from './fields.js';
import type { JsonObject } from './fields.js';

/** Longest part of a key that is looked at. */
const MAX_KEY_CHARACTERS = 128;

/** One card of a rocm-smi document. Keys are matched in lower case, without a colon at the end. */
export interface RocmSmiCard {
  readonly index: number;
  /** Value of the first key that matches; undefined without. */
  valueOf(key: RegExp): unknown;
  /** The value where it is a text that names MHz; undefined otherwise. */
  textWithUnit(key: RegExp): string | undefined;
}

/** The cards of a rocm-smi JSON document, by index; null for a document that has none and is no rocm-smi document. */
export function rocmSmiCards(document: unknown): RocmSmiCard[] | null {
  const object = asObject(document);
  if (object === null) return null;
  const cards = Object.entries(object).flatMap(([name, value]) => {
    const card = asObject(value);
    const number = /^card(\d{0,4})/i.exec(name)?.[1];
    return card === null || number === undefined ? [] : [cardOf(Number(number), card)];
  });
  const isEmptyOutput = Object.hasOwn(object, 'system');
  return cards.length > 0 || isEmptyOutput ? cards.sort((a, b) => a.index - b.index) : null;
}

function cardOf(index: number, card: JsonObject): RocmSmiCard {
  const values = Object.entries(card).map(([key, value]): [string, unknown] => [
    key.slice(0, MAX_KEY_CHARACTERS).toLowerCase().trim().replace(/:$/, '').trim(),
    value,
  ]);
  const valueOf = (key: RegExp): unknown => values.find(([name]) => key.test(name))?.[1];
  return {
    index,
    valueOf,
    textWithUnit: (key) => {
      const value = valueOf(key);
      return typeof value === 'string' && /mhz/i.test(value) ? value : undefined;
    },
  };
}
