import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', `"'=1+1"`],
  ['+49 30', `"'+49 30"`],
  ['-1', `"'-1"`],
  ['@ada', `"'@ada"`],
  ['\t=1', `"'\t=1"`],
  [-1, '-1'],
])('writes %j as %j', (value, written) => {
  expect(toCsv([[value]])).toBe(`${written}\r\n`);
});
