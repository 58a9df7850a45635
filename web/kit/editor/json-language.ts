import type { StreamParser } from '@codemirror/language';

const tokens: readonly (readonly [RegExp, string])[] = [
  [/^"(?:[^"\\]|\\.)*"(?=\s*:)/, 'propertyName'],
  [/^"(?:[^"\\]|\\.)*"/, 'string'],
  [/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
  [/^(?:true|false|null)\b/, 'keyword'],
];

/** Colors JSON. */
export const jsonParser: StreamParser<unknown> = {
  name: 'json',
  token(stream) {
    if (stream.eatSpace()) return null;
    const found = tokens.find(([pattern]) => stream.match(pattern));
    if (!found) stream.next();
    return found?.[1] ?? null;
  },
};
