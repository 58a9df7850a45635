import { expect, test } from 'vitest';
import type { MyProfile, ProfileField } from '@platform/sdk';
import { choicesOf, kindOf, profilePatch, profileValues } from './profile-values.ts';

const field = (pointer: string, schema: Record<string, unknown>) =>
  ({ pointer, schema }) as unknown as ProfileField;

const fields = [
  field('/displayName', { anyOf: [{ type: 'string', maxLength: 256 }, { type: 'null' }] }),
  field('/name/givenName', { type: 'string' }),
  field('/metadata/shirt', { type: 'string', enum: ['s', 'm'] }),
  field('/metadata/languages', { type: 'array', items: { type: 'string' } }),
  field('/metadata/floor', { type: ['integer', 'null'] }),
  field('/metadata/news', { type: 'boolean' }),
  field('/metadata/badge', { type: 'object' }),
];

test('a schema says how a field is edited', () => {
  expect(fields.map(kindOf)).toEqual([
    'text',
    'text',
    'choice',
    'lines',
    'number',
    'flag',
    'fixed',
  ]);
  expect(choicesOf(fields[2]!)).toEqual(['s', 'm']);
});

test('a profile becomes values of a form, where nothing is missing', () => {
  const profile = {
    displayName: 'Ada',
    name: null,
    metadata: { languages: ['de', 'en'], badge: { no: 1 } },
  } as unknown as MyProfile;
  expect(profileValues(profile, fields)).toEqual({
    displayName: 'Ada',
    name: { givenName: '' },
    metadata: {
      shirt: '',
      languages: 'de\nen',
      floor: Number.NaN,
      news: false,
      badge: '{"no":1}',
    },
  });
});

test('changed values become a merge patch', () => {
  const patch = {
    displayName: ' ',
    metadata: { languages: ' de \n\nfr', floor: Number.NaN, news: true },
  };
  expect(profilePatch(patch, fields)).toEqual({
    displayName: null,
    metadata: { languages: ['de', 'fr'], floor: null, news: true },
  });
});
