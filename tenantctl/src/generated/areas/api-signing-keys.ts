// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `api-signing-keys`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'apiSigningKeyList',
    name: 'apiSigningKeys.list',
    request: 'GET /api/v1/api-signing-keys',
    summary: 'Lists the keys that sign tokens of APIs',
    scopes: ['tenant:apis.read'],
    list: 'whole',
    columns: ['state', 'kid', 'alg', 'activatesAt', 'retiresAt', 'removesAt'],
  },
  {
    operationId: 'apiSigningKeyRotate',
    name: 'apiSigningKeys.rotate',
    request: 'POST /api/v1/api-signing-keys/rotate',
    summary: 'Rotates a key that signs tokens of APIs',
    about:
      'The next key is published for an hour before it signs. With `immediate`, it signs now, and the current key is removed.',
    scopes: ['tenant:apis.write'],
    body: [
      { name: 'alg', kind: 'text', values: ['ES256', 'RS256', 'PS256', 'EdDSA'], required: true },
      {
        name: 'immediate',
        kind: 'boolean',
        about:
          'Whether the current key is removed immediately because it leaked: tokens that it signed become invalid for backends that read the key set again.',
      },
    ],
    keyed: true,
  },
];
