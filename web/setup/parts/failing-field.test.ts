import { expect, it } from 'vitest';
import { failedSignInField, failingField } from './failing-field.ts';

it.each([
  ['SAML assertion audience mismatch. Expected: a Received: b', 'entityId'],
  ['the subject is not confirmed: a confirmation has another recipient', 'acsUrl'],
  ['the response has another destination', 'acsUrl'],
  ['Invalid signature', 'certificate'],
  ['the assertion has another issuer', 'idpMetadata'],
  ['the name id is transient', 'nameId'],
  ['invalid_client', 'clientSecret'],
  ['the session at the identity provider has ended', undefined],
  [null, undefined],
])('a sign-in that fails by "%s" leads to %s', (detail, field) => {
  expect(failedSignInField(detail)).toBe(field);
});

it('a wrong client secret leads to its field, and a step of our own form to none', () => {
  expect(failingField('client_authentication')).toBe('clientSecret');
  expect(failingField('base_dn')).toBeUndefined();
});
