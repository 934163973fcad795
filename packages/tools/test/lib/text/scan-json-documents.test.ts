import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { scanJsonDocuments } from '../../../src/lib/text/scan-json-documents.js';

describe('scanJsonDocuments', () => {
  it('finds documents that follow each other, in whatever is around them', () => {
    const text = 'hello [there]\n{"a": "}]"}\n[1,\n 2]{"b":3}, [4]\nend {"c":5}\n';
    expect(scanJsonDocuments(text)).toEqual({ documents: [{ a: '}]' }, [1, 2], { b: 3 }, [4]], brokenCount: 0 });
  });

  it('counts what is broken and goes on', () => {
    expect(scanJsonDocuments('[WARN] x\n{"a":1}\n{"b":')).toEqual({ documents: [{ a: 1 }], brokenCount: 2 });
  });

  it('finds complete objects of an array that is cut off', () => {
    expect(scanJsonDocuments('[\n {"a":1},\n {"a":2},\n {"a":')).toEqual({
      documents: [{ a: 1 }, { a: 2 }],
      brokenCount: 2,
    });
  });

  it('takes no other value for a document', () => {
    for (const text of ['', '7', '"x"', 'null', 'true']) expect(scanJsonDocuments(text).documents).toEqual([]);
  });

  it('finds back any documents, written in lines', () => {
    const document = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(fc.array(document, { minLength: 1, maxLength: 5 }), fc.nat(2), (documents, indent) => {
        const written = documents.map((value) => JSON.stringify(value, null, indent));
        const { documents: found, brokenCount } = scanJsonDocuments(`note\n${written.join('\n')}\n`);
        expect(found.map((value) => JSON.stringify(value))).toEqual(documents.map((value) => JSON.stringify(value)));
        expect(brokenCount).toBe(0);
      }),
    );
  });
});
