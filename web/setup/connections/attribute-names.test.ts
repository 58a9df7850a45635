import { expect, it } from 'vitest';
import { claimMappingOf, claimNames } from './attribute-names.ts';

it('only names that differ from the standard are stored, and others are removed', () => {
  expect(claimMappingOf({ ...claimNames, email: ' upn ', displayName: '' })).toEqual({
    email: 'upn',
    givenName: null,
    familyName: null,
    displayName: null,
  });
});
