import { z } from 'zod';
import { time } from '../common/text.ts';
import { ApiSigningAlgorithm } from './api-resource.ts';

/** A key that signs access tokens of the tenant's APIs. */
export const ApiSigningKey = z
  .object({
    kid: z.string(),
    alg: ApiSigningAlgorithm,
    state: z
      .enum(['pre_published', 'active', 'retired'])
      .describe(
        'A key is published before it signs, and for as long as tokens that it signed can be valid.',
      ),
    activatesAt: time,
    retiresAt: time.nullable(),
    removesAt: time.nullable(),
  })
  .meta({ id: 'ApiSigningKey' });

/** Body of POST on rotate. */
export const RotateApiSigningKeyRequest = z
  .strictObject({
    alg: ApiSigningAlgorithm,
    immediate: z
      .boolean()
      .default(false)
      .describe(
        'Whether the current key is removed immediately because it leaked: tokens that it signed become invalid for backends that read the key set again.',
      ),
  })
  .meta({ id: 'RotateApiSigningKeyRequest' });

export type ApiSigningKeyResource = z.infer<typeof ApiSigningKey>;
