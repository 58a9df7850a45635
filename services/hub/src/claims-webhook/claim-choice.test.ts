import { describe, expect, test } from '@jest/globals';
import { isReservedClaim, platformClaims } from '@platform/contracts';
import fc from 'fast-check';
import { chooseDeclaredClaims, choosePlatformClaims, fittingSchemas } from './claim-choice.ts';
import type { WebhookClaimSchema } from './claim-schemas.ts';
import { claimValidators } from './claim-validators.ts';

const platformDomain = 'platform.example';
const schema = (claimName: string, more: Partial<WebhookClaimSchema> = {}): WebhookClaimSchema =>
  ({ claimName, jsonSchema: '{}', clientIds: [], scopes: [], tokens: ['access_token'], required: false, defaultJson: '', ...more });
const names = fc.oneof(fc.constantFrom('sub', 'iss', 'exp', 'tnt', 'roles', 'groups', 'elevated_scopes', 'platform_x', '_claim_names', 'https://platform.example/x', 'https://a.platform.example', 'department', 'plan'), fc.string());
const given = fc.dictionary(names, fc.jsonValue(), { noNullPrototype: true });

describe('chooseDeclaredClaims', () => {
  test('takes nothing that is reserved, and only what is declared, whatever comes', () => {
    fc.assert(fc.property(given, fc.array(names), (claims, declared) => {
      const { claims: chosen, dropped } = chooseDeclaredClaims(claims, { platformDomain, schemas: declared.map((name) => schema(name)), validatorOf: claimValidators() });
      for (const name of Object.keys(chosen)) {
        expect([isReservedClaim(name, platformDomain), (platformClaims as readonly string[]).includes(name), declared.includes(name)]).toEqual([false, false, true]);
        expect(chosen[name]).toBe(claims[name]);
      }
      expect(Object.keys(chosen).length + dropped.length).toBe(Object.keys(claims).length);
    }));
  });

  test('says what must be there and is not', () => {
    const schemas = [schema('a', { required: true, jsonSchema: '{"type":"string"}' }), schema('b', { required: true }), schema('sub', { required: true })];
    expect(chooseDeclaredClaims({ a: 1, b: null }, { platformDomain, schemas, validatorOf: claimValidators() })).toEqual({ claims: { b: null }, dropped: ['invalid'], unmet: ['a'] });
  });
});

describe('choosePlatformClaims', () => {
  test('takes nothing that only the hub says, and no elevation without an end, whatever comes', () => {
    fc.assert(fc.property(given, (claims) => {
      const { claims: chosen } = choosePlatformClaims(claims, platformDomain);
      for (const name of Object.keys(chosen)) expect((platformClaims as readonly string[]).includes(name) || !isReservedClaim(name, platformDomain)).toBe(true);
      if ('elevated_scopes' in chosen) expect(typeof chosen['elevated_until']).toBe('number');
    }));
  });
});

describe('fittingSchemas', () => {
  const token = { clientId: 'app', scopes: ['read'], tokenType: 'access_token' };
  test.each<[Partial<WebhookClaimSchema>, boolean]>([
    [{}, true], [{ clientIds: ['app', 'b'] }, true], [{ clientIds: ['b'] }, false], [{ scopes: ['read', 'write'] }, true], [{ scopes: ['write'] }, false],
    [{ tokens: ['id_token', 'access_token'] }, true], [{ tokens: ['userinfo'] }, false], [{ tokens: [] }, false],
  ])('%j fits: %s', (more, fits) => expect(fittingSchemas([schema('a', more)], token)).toHaveLength(fits ? 1 : 0));
});

describe('claimValidators', () => {
  test('takes no time over strings that are made to take it', () => {
    const validatorOf = claimValidators();
    const nasty = ['a'.repeat(65_000), 'a.'.repeat(32_000), '1'.repeat(65_000), 'a@'.repeat(32_000), `http://${'a:'.repeat(32_000)}`, `${'%61'.repeat(21_000)}!`, ':'.repeat(65_000), '/'.repeat(65_000), '{a}'.repeat(21_000), 'P1D'.repeat(21_000), ' '.repeat(65_000)];
    const formats = ['date', 'time', 'date-time', 'duration', 'uri', 'uri-reference', 'uri-template', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid', 'json-pointer', 'relative-json-pointer'];
    const startedAt = performance.now();
    for (const format of formats) for (const text of nasty) validatorOf(JSON.stringify({ type: 'string', format }))(text);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
