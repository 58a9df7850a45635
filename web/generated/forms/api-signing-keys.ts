// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `apiSigningKeyRotate`. */
export const apiSigningKeyRotate: FormDescriptor = {
  operationId: 'apiSigningKeyRotate',
  fields: [
    { name: 'alg', kind: 'text', values: ['ES256', 'RS256', 'PS256', 'EdDSA'], required: true },
    {
      name: 'immediate',
      kind: 'boolean',
      about:
        'Whether the current key is removed immediately because it leaked: tokens that it signed become invalid for backends that read the key set again.',
    },
  ],
};
