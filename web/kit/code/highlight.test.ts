import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokensOf } from './highlight.ts';
import type { Language } from './highlight.ts';

const languages: Language[] = ['shell', 'typescript', 'json', 'yaml'];
const kinds = (code: string, language: Language) =>
  tokensOf(code, language)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => [kind, text]);

it('changes nothing of the code', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...languages), (code, language) => {
      expect(
        tokensOf(code, language)
          .map(({ text }) => text)
          .join(''),
      ).toBe(code);
    }),
  );
});

it('finds strings, variables and comments', () => {
  expect(kinds(`curl -H "a: $TOKEN" $URL # later`, 'shell')).toEqual([
    ['keyword', 'curl'],
    ['string', '"a: $TOKEN"'],
    ['variable', '$URL'],
    ['comment', '# later'],
  ]);
});

it('tells members of JSON from strings', () => {
  expect(kinds('{"a": "b", "c": 1}', 'json')).toEqual([
    ['variable', '"a"'],
    ['string', '"b"'],
    ['variable', '"c"'],
    ['number', '1'],
  ]);
});
