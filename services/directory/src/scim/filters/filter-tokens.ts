import { storableText } from '../../json/storable-text.ts';
import { scimError } from '../scim-error.ts';

export type FilterToken =
  | { kind: 'word'; text: string }
  | { kind: 'value'; value: string | number | boolean | null }
  | { kind: '(' | ')' | '[' | ']' };

const maxBytes = 2048;
const maxTerms = 30;
const maxNesting = 10;

// A JSON string; a bracket; or a word up to the next of these.
const token = /\s*(?:("(?:[^"\\\u0000-\u001f]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const literals = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const invalid = (detail: string) => scimError('invalidFilter', detail);

function stringOf(json: string): string {
  let text: string;
  try {
    text = JSON.parse(json) as string;
  } catch {
    throw invalid(`${json} is not a JSON string`);
  }
  // The checks of the query and the body do not see an escape within the filter.
  if (storableText(text) !== text)
    throw invalid('A string must not contain NUL or an unpaired surrogate');
  return text;
}

function wordToken(text: string): FilterToken {
  const literal = literals.get(text.toLowerCase());
  if (literal !== undefined) return { kind: 'value', value: literal };
  return number.test(text) ? { kind: 'value', value: Number(text) } : { kind: 'word', text };
}

function* tokensOf(filter: string): Generator<FilterToken> {
  token.lastIndex = 0;
  const end = filter.trimEnd().length;
  while (token.lastIndex < end) {
    const at = token.lastIndex;
    const found = token.exec(filter);
    if (!found) throw invalid(`The filter is not valid from character ${at + 1} on`);
    const [, text, bracket, word = ''] = found;
    if (text !== undefined) yield { kind: 'value', value: stringOf(text) };
    else if (bracket) yield { kind: bracket as '(' };
    else yield wordToken(word);
  }
}

const isConnective = (one: FilterToken): boolean =>
  one.kind === 'word' && /^(?:and|or)$/i.test(one.text);

/** The tokens of a filter. Their number is limited so that the parser can recurse. */
export function filterTokens(filter: string): FilterToken[] {
  if (Buffer.byteLength(filter) > maxBytes)
    throw invalid(`A filter must have at most ${maxBytes} bytes`);
  const tokens = [...tokensOf(filter)];
  let depth = 0;
  for (const { kind } of tokens) {
    if (kind === '(' || kind === '[') depth += 1;
    if (kind === ')' || kind === ']') depth -= 1;
    if (depth > maxNesting)
      throw invalid(`A filter must be nested at most ${maxNesting} levels deep`);
  }
  if (tokens.filter(isConnective).length >= maxTerms)
    throw invalid(`A filter must have at most ${maxTerms} terms`);
  return tokens;
}
