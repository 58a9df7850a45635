import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { catalogue } from '@platform/contracts';
import type { Operation } from '@platform/contracts';
import { bodyFaults, parameterFaults } from './document-under-test.ts';

const operations = new Map(
  catalogue.map((entry) => [entry.operationId as string, entry.operation as Operation]),
);
const operationOf = (operationId: string): Operation => operations.get(operationId) as Operation;
const policy = (more: object) => ({ name: 'x', conditions: {}, controls: more });
const windows = [{ days: ['mon'], from: '08:00', to: '18:00' }];
const application = (more: object) => ({ name: 'x', type: 'web', ...more });
const endpoint = (more: object) => ({
  url: 'https://example.com/hook',
  eventTypes: ['user.created'],
  ...more,
});
const eligibility = (more: object) => ({ principal: { type: 'user', id: 'u' }, ...more });
const claim = (more: object) => ({ schema: { type: 'string' }, ...more });
const tuple = { subject: 'user:anne', relation: 'viewer', object: 'document:plan' };

/** Bodies, and whether they are taken: the document and the service must say the same. */
const bodies: [operationId: string, what: string, body: unknown, isTaken: boolean][] = [
  [
    'userDirectoryCreate',
    'a name in Greek',
    { email: 'a@example.com', displayName: 'Ελένη' },
    true,
  ],
  [
    'userDirectoryCreate',
    'a tab in a name',
    { email: 'a@example.com', displayName: 'a\tb' },
    false,
  ],
  [
    'userDirectoryCreate',
    'a bidi override in a name',
    { email: 'a@example.com', displayName: 'a\u202eb' },
    false,
  ],
  ['userDirectoryCreate', 'a locale', { email: 'a@example.com', locale: 'de-Latn-CH' }, true],
  [
    'userDirectoryCreate',
    'a locale with an underscore',
    { email: 'a@example.com', locale: 'de_CH' },
    false,
  ],
  [
    'userDirectoryCreate',
    'a time zone',
    { email: 'a@example.com', timeZone: 'America/Argentina/Buenos_Aires' },
    true,
  ],
  ['userDirectoryCreate', 'a zone of Etc', { email: 'a@example.com', timeZone: 'Etc/GMT+5' }, true],
  [
    'userDirectoryCreate',
    'an offset for a time zone',
    { email: 'a@example.com', timeZone: '+01:00' },
    false,
  ],
  [
    'userDirectoryCreate',
    'a picture over http',
    { email: 'a@example.com', pictureUrl: 'http://example.com/a.png' },
    false,
  ],
  [
    'userDirectoryCreate',
    'a picture over HTTPS',
    { email: 'a@example.com', pictureUrl: 'HTTPS://example.com/a.png' },
    true,
  ],
  ['organizationsCreate', 'metadata', { name: 'x', metadata: { Größe: [1, { a: null }] } }, true],
  [
    'organizationsCreate',
    'metadata under a name with a tab',
    { name: 'x', metadata: { 'a\tb': 1 } },
    false,
  ],
  [
    'organizationsCreate',
    'metadata under the name of a prototype',
    { name: 'x', metadata: { constructor: 1 } },
    false,
  ],
  ['applicationCreate', 'scopes', application({ allowedScopes: ['a', 'b'] }), true],
  ['applicationCreate', 'a scope twice', application({ allowedScopes: ['a', 'a'] }), false],
  [
    'applicationCreate',
    '21 pairs of metadata',
    application({
      metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, ''])),
    }),
    false,
  ],
  [
    'applicationCreate',
    'metadata under a name with a line break',
    application({ metadata: { 'a\nb': '' } }),
    false,
  ],
  ['webhookEndpointCreate', 'headers', endpoint({ headers: { 'X-Tenant': 'a' } }), true],
  [
    'webhookEndpointCreate',
    'a header name with a space',
    endpoint({ headers: { 'X Tenant': 'a' } }),
    false,
  ],
  [
    'webhookEndpointCreate',
    'an event type twice',
    endpoint({ eventTypes: ['user.created', 'user.created'] }),
    false,
  ],
  [
    'webhookEndpointCreate',
    'a secret of 24 bytes',
    endpoint({ secret: `whsec_${Buffer.alloc(24).toString('base64')}` }),
    true,
  ],
  [
    'webhookEndpointCreate',
    'a secret of 64 bytes',
    endpoint({ secret: `whsec_${Buffer.alloc(64).toString('base64')}` }),
    true,
  ],
  [
    'webhookEndpointCreate',
    'a secret of 23 bytes',
    endpoint({ secret: `whsec_${Buffer.alloc(21).toString('base64')}` }),
    false,
  ],
  ['webhookClaimSchemaPut', 'a schema', claim({}), true],
  [
    'webhookClaimSchemaPut',
    'a keyword that may not be used',
    claim({ schema: { pattern: 'a' } }),
    false,
  ],
  ['webhookClaimSchemaPut', 'a client twice', claim({ clientIds: ['a', 'a'] }), false],
  [
    'tokenClaimsEnable',
    'a token type twice',
    { tokenTypes: ['access_token', 'access_token'] },
    false,
  ],
  ['fgaModelWrite', 'the language', { dsl: 'model' }, true],
  ['fgaModelWrite', 'neither form', { dryRun: true }, false],
  ['fgaModelWrite', 'both forms', { dsl: 'model', model: {} }, false],
  [
    'fgaTuplesDeleteByFilter',
    'a type',
    { filter: { objectType: 'document', relation: 'viewer' } },
    true,
  ],
  ['fgaTuplesDeleteByFilter', 'a relation alone', { filter: { relation: 'viewer' } }, false],
  [
    'fgaTuplesDeleteByFilter',
    'an object and a type',
    { filter: { object: 'document:plan', objectType: 'document' } },
    false,
  ],
  ['pimEligibilityAdminCreate', 'a role', eligibility({ role: 'support' }), true],
  ['pimEligibilityAdminCreate', 'neither role nor scopes', eligibility({}), false],
  ['pimEligibilityAdminCreate', 'a scope twice', eligibility({ scopes: ['a', 'a'] }), false],
  [
    'conditionalAccessPolicyCreate',
    'a block with its message',
    policy({ block: true, denyMessage: { en: 'No.' } }),
    true,
  ],
  [
    'conditionalAccessPolicyCreate',
    'a block beside a control',
    policy({ block: true, passwordChange: true }),
    false,
  ],
  [
    'conditionalAccessPolicyCreate',
    'a control',
    policy({ operator: 'any', passwordChange: true }),
    true,
  ],
  [
    'conditionalAccessPolicyCreate',
    'a message alone',
    policy({ denyMessage: { en: 'No.' } }),
    false,
  ],
  ['conditionalAccessPolicyCreate', 'an empty assurance', policy({ assurance: {} }), false],
  ['conditionalAccessPolicyCreate', 'an empty session', policy({ session: {} }), false],
  [
    'conditionalAccessPolicyCreate',
    'a time zone in words',
    { ...policy({ block: true }), conditions: { time: { timezone: 'Central European', windows } } },
    false,
  ],
];

/** Rules that are only in the document, since the service answers with a more specific code when it reads the member. */
const documented: [operationId: string, what: string, body: unknown, isTaken: boolean][] = [
  ['userDirectoryCreate', 'nobody to sign in', { displayName: 'A', email: null }, false],
  ['userDirectoryCreate', 'a user name alone', { username: 'a' }, true],
  ['fgaTuplesWrite', 'nothing', { writes: [], deletes: [] }, false],
  ['fgaTuplesWrite', 'a deletion', { deletes: [tuple] }, true],
  ['fgaTuplesWrite', 'a userset', { writes: [{ ...tuple, subject: 'team:a#member' }] }, true],
  ['fgaTuplesWrite', 'everyone', { writes: [{ ...tuple, subject: 'user:*' }] }, true],
  ['fgaTuplesWrite', 'an object without a type', { writes: [{ ...tuple, object: 'plan' }] }, false],
  ['fgaTuplesWrite', 'a relation with a hash', { writes: [{ ...tuple, relation: 'a#b' }] }, false],
  ['fgaTuplesImport', 'nothing', { tuples: [] }, false],
  ['tenantIpRuleCreate', 'an IPv6 prefix', { action: 'deny', cidr: '2001:db8::/32' }, true],
  ['tenantIpRuleCreate', 'a name for an address', { action: 'deny', cidr: 'example.com' }, false],
  [
    'applicationCreate',
    'a redirect URI of an app',
    application({ type: 'native', redirectUris: ['com.example.app:/callback'] }),
    true,
  ],
  [
    'applicationCreate',
    'a relative redirect URI',
    application({ redirectUris: ['/callback'] }),
    false,
  ],
  [
    'applicationCreate',
    'an origin with a path',
    application({ allowedOrigins: ['https://example.com/a'] }),
    false,
  ],
];

describe('the document and the service validate bodies equally', () => {
  test.each(bodies)('%s: %s', (operationId, _what, body, isTaken) => {
    const operation = operationOf(operationId);
    expect([operation.body?.safeParse(body).success, bodyFaults(operation, body)]).toEqual([
      isTaken,
      isTaken ? [] : expect.arrayContaining([expect.any(String)]),
    ]);
  });

  test.each(documented)('%s: %s', (operationId, _what, body, isTaken) => {
    expect(bodyFaults(operationOf(operationId), body)).toEqual(
      isTaken ? [] : expect.arrayContaining([expect.any(String)]),
    );
  });

  test('for any text in a name', () => {
    const anyText = fc.string({
      unit: fc.oneof(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        fc.constantFrom('\t', '\u0085', '\u202a', '\u2066', 'é'),
      ),
      minLength: 1,
      maxLength: 12,
    });
    const operation = operationOf('organizationsCreate');
    fc.assert(
      fc.property(anyText, (name) => {
        expect(bodyFaults(operation, { name }).length === 0).toBe(
          operation.body?.safeParse({ name }).success,
        );
      }),
    );
  });
});

test.each<[string, 'path' | 'query', string, string, boolean]>([
  ['userDirectoryGet', 'path', 'id', 'usr_1', true],
  ['userDirectoryGet', 'path', 'id', 'a\u0001', false],
  ['userDirectoryGet', 'path', 'id', '', false],
  ['userDirectoryList', 'query', 'q', 'ad', false],
  ['userDirectoryList', 'query', 'q', 'ada', true],
  ['userDirectoryList', 'query', 'email', 'ada', false],
  ['eventTypesList', 'query', 'family', 'user', true],
  ['eventTypesList', 'query', 'family', 'usr', false],
  ['eventsList', 'query', 'actorId', 'a\u007f', false],
  ['tenantIpRuleEvaluate', 'query', 'address', '2001:db8::1', true],
  ['tenantIpRuleEvaluate', 'query', 'address', 'example.com', false],
  ['fgaTuplesRead', 'query', 'object', 'document:', true],
  ['fgaTuplesRead', 'query', 'object', 'document', false],
  ['fgaTuplesRead', 'query', 'subject', 'user:', true],
  ['webhookClaimSchemaPut', 'path', 'claimName', 'https://example.com/a', true],
  ['webhookClaimSchemaPut', 'path', 'claimName', '1st', false],
])('%s: %s parameter %s=%j', (operationId, where, name, value, isTaken) => {
  expect(parameterFaults(operationOf(operationId), where, name, value).length === 0).toBe(isTaken);
});
