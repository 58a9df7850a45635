import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellQuote } from './shell-quote.ts';

it.each([
  'plain/path',
  `it's`,
  '$HOME `id` $(id)',
  'a b',
  '',
  '"; rm -rf /',
  '*',
  'ä\nb',
  '=x',
  '~',
])('quotes %j so that a shell reads it unchanged', (word) => {
  const read = execFileSync('/bin/sh', ['-c', `printf %s ${shellQuote(word)}`]);
  expect(read.toString()).toBe(word);
});
