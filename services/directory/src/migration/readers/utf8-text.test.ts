import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapedText, escapedTexts, hasInvalidText } from './utf8-text.ts';

async function inChunks(bytes: Buffer, size: number): Promise<{ text: string; isValid: boolean }> {
  let isValid = true;
  let text = '';
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  for await (const part of escapedTexts(chunks(), () => (isValid = false))) text += part;
  return { text, isValid };
}

describe('decoding of source text', () => {
  test('does not depend on the chunks', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 5 }),
        async (text, size) => {
          expect(await inChunks(Buffer.from(text), size)).toEqual({ text, isValid: true });
        },
      ),
    ));

  test('distinguishes invalid bytes from replacement characters, whatever the chunks', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.integer({ min: 1, max: 5 }), async (given, size) => {
        const bytes = Buffer.from(given);
        const { text, isValid } = await inChunks(bytes, size);
        expect(text).toBe(escapedText(bytes));
        const isUtf8 = Buffer.from(bytes.toString('utf8')).equals(bytes);
        expect([isValid, hasInvalidText(text)]).toEqual([isUtf8, !isUtf8]);
      }),
    ));

  test('finds invalid text in names and at any depth', () => {
    const bad = escapedText(Buffer.from([0xe9]));
    expect(hasInvalidText({ a: [{ [bad]: 1 }] })).toBe(true);
    let nested: unknown = [bad];
    for (let i = 0; i < 20_000; i += 1) nested = [nested];
    expect(hasInvalidText(nested)).toBe(true);
    expect(hasInvalidText({ a: ['\u{fffd} \u{1f600}'] })).toBe(false);
  });
});
