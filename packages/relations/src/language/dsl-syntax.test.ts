import { expect, test } from 'vitest';
import { syntaxDetail } from './dsl-syntax.ts';

test.each([
  ["mismatched input 'modle' expecting {'model', 'module', NEWLINE, WHITESPACE, '#'}", "unexpected 'modle'"],
  ["mismatched input '<EOF>' expecting 'schema'", "unexpected the end of the model, expected 'schema'"],
  ["extraneous input 'x' expecting {<EOF>, NEWLINE}", "unexpected 'x'"],
  ["missing 'define' at 'viewer'", "unexpected 'viewer', expected 'define'"],
  ["missing {'a', 'b'} at 'viewer'", "unexpected 'viewer'"],
  ["no viable alternative at input 'define viewer\\n'", "unexpected 'define viewer'"],
  ["mismatched input '\\n' expecting ':'", "unexpected the end of the line, expected ':'"],
  ["token recognition error at: '§'", "unexpected '§'"],
  ['the relation `x` does not exist.', 'the relation `x` does not exist.'],
])('%s', (message, detail) => expect(syntaxDetail(message)).toBe(detail)); // prettier-ignore
