import { describe, expect, test } from 'vitest';
import { isReservedClaim, platformClaims } from '@platform/contracts';
import { claimValidators } from '@platform/siblings/claims';
import type { ClaimSchema } from '@platform/protos';
import fc from 'fast-check';
import { chooseDeclaredClaims, choosePlatformClaims, fittingSchemas } from './claim-choice.ts';

const platformDomain = 'platform.example';
const schema = (claimName: string, more: Partial<ClaimSchema> = {}): ClaimSchema => ({
  claimName,
  jsonSchema: '{}',
  sourceKind: 'webhook',
  sourceJson: '{}',
  revision: 1,
  clientIds: [],
  scopes: [],
  resources: [],
  tokens: ['access_token'],
  required: false,
  defaultJson: '',
  ...more,
});
const names = fc.oneof(
  fc.constantFrom(
    'sub',
    'iss',
    'exp',
    'tnt',
    'roles',
    'groups',
    'elevated_scopes',
    'platform_x',
    '_claim_names',
    'https://platform.example/x',
    'https://a.platform.example',
    'department',
    'plan',
  ),
  fc.string(),
);
const given = fc.dictionary(names, fc.jsonValue(), { noNullPrototype: true });

describe('chooseDeclaredClaims', () => {
  test('accepts only declared claims that are not reserved', () => {
    fc.assert(
      fc.property(given, fc.array(names), (claims, declared) => {
        const { claims: chosen, dropped } = chooseDeclaredClaims(claims, {
          platformDomain,
          schemas: declared.map((name) => schema(name)),
          validatorOf: claimValidators(),
        });
        for (const name of Object.keys(chosen)) {
          expect([
            isReservedClaim(name, platformDomain),
            (platformClaims as readonly string[]).includes(name),
            declared.includes(name),
          ]).toEqual([false, false, true]);
          expect(chosen[name]).toBe(claims[name]);
        }
        expect(Object.keys(chosen).length + dropped.length).toBe(Object.keys(claims).length);
      }),
    );
  });

  test('reports missing required claims', () => {
    const schemas = [
      schema('a', { required: true, jsonSchema: '{"type":"string"}' }),
      schema('b', { required: true }),
      schema('sub', { required: true }),
    ];
    expect(
      chooseDeclaredClaims(
        { a: 1, b: null },
        { platformDomain, schemas, validatorOf: claimValidators() },
      ),
    ).toEqual({ claims: { b: null }, dropped: ['invalid'], unmet: ['a'] });
  });
});

describe('choosePlatformClaims', () => {
  test('rejects claims that are reserved for the hub, and an elevation without an end', () => {
    fc.assert(
      fc.property(given, (claims) => {
        const { claims: chosen } = choosePlatformClaims(claims, platformDomain);
        for (const name of Object.keys(chosen))
          expect(
            (platformClaims as readonly string[]).includes(name) ||
              !isReservedClaim(name, platformDomain),
          ).toBe(true);
        if ('elevated_scopes' in chosen) expect(typeof chosen['elevated_until']).toBe('number');
      }),
    );
  });
});

describe('fittingSchemas', () => {
  test.each<[Partial<ClaimSchema>, boolean]>([
    [{}, true],
    [{ tokens: ['id_token'] }, false],
    [{ sourceKind: 'attribute' }, false],
    [{ sourceKind: 'endpoint' }, false],
  ])('includes a schema with %j: %s', (more, fits) =>
    expect(
      fittingSchemas([schema('a', more)], {
        clientId: 'app',
        scopes: [],
        tokenType: 'access_token',
        resource: null,
      }),
    ).toHaveLength(fits ? 1 : 0),
  );
});
