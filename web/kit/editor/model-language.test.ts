import { StringStream } from '@codemirror/language';
import { expect, test } from 'vitest';
import { modelParser } from './model-language.ts';

/** The tokens of a text with their kinds; what has none is left out. */
function tokensOf(text: string): string[] {
  const state = modelParser.startState!(2);
  return text.split('\n').flatMap((line) => {
    const tokens: string[] = [];
    const stream = new StringStream(line, 2, 2);
    while (!stream.eol()) {
      const kind = modelParser.token(stream, state);
      if (kind) tokens.push(`${stream.current()} ${kind}`);
      stream.start = stream.pos;
    }
    return tokens;
  });
}

test('a userset in a list is two names, not a comment', () => {
  expect(tokensOf('    define viewer: [user, group#member] or owner # direct')).toEqual([
    'define keyword',
    'viewer propertyName.definition',
    'user typeName',
    'group typeName',
    'member typeName',
    'or operatorKeyword',
    'owner variableName',
    '# direct comment',
  ]);
});

test('keywords can be names of relations', () => {
  expect(tokensOf('    define type: [user]\n    define model: type from parent')).toEqual([
    'define keyword',
    'type propertyName.definition',
    'user typeName',
    'define keyword',
    'model propertyName.definition',
    'type variableName',
    'from operatorKeyword',
    'parent variableName',
  ]);
});

test('the body of a condition is an expression', () => {
  expect(tokensOf('condition c(x: int) {\n  x < 5 && "a" in [x]\n}\ntype user')).toEqual([
    'condition keyword',
    'c variableName.definition',
    'x variableName',
    'int variableName',
    'x variableName',
    '5 number',
    '"a" string',
    'in keyword',
    'x variableName',
    'type keyword',
    'user typeName.definition',
  ]);
});
