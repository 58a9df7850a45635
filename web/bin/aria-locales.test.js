import { expect, test } from 'vitest';
import { keepLocales } from './aria-locales.js';

const dictionary = [
  'import $1jmnO$intltoastarAEmjs from "../intl/toast/ar-AE.mjs";',
  'import $1jmnO$intltoastdeDEmjs from "../intl/toast/de-DE.mjs";',
  'var $f3 = {',
  '    "ar-AE": $1jmnO$intltoastarAEmjs,',
  '    "de-DE": $1jmnO$intltoastdeDEmjs',
  '};',
  'export {$f3 as default};',
].join('\n');

test('a dictionary of React Aria keeps the locales of the applications alone', () => {
  expect(keepLocales(dictionary)).toBe(
    [
      'import $1jmnO$intltoastdeDEmjs from "../intl/toast/de-DE.mjs";',
      'var $f3 = {',
      '    "de-DE": $1jmnO$intltoastdeDEmjs',
      '};',
      'export {$f3 as default};',
    ].join('\n'),
  );
});

test('a dictionary of another form fails the build', () => {
  expect(() => keepLocales('export default {}')).toThrow(/unknown form/);
});
