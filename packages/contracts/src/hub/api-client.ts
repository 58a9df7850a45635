import { z } from 'zod';
import { time } from '../common/text.ts';
import { apiDetailTypeName } from './api-detail-type.ts';
import { apiScopeName } from './api-resource.ts';

const mode = z.enum(['user', 'client']);

/** Body of PUT. */
export const PutApiClientRequest = z
  .strictObject({
    scopes: z
      .array(apiScopeName)
      .max(200)
      .refine((all) => new Set(all).size === all.length, {
        error: 'must not contain an entry twice',
      })
      .nullable()
      .default(null)
      .describe('The scopes that the application may have. If null, all scopes of the API.'),
    modes: z
      .array(mode)
      .min(1)
      .max(2)
      .refine((all) => new Set(all).size === all.length, {
        error: 'must not contain an entry twice',
      })
      .nullable()
      .default(null)
      .describe(
        'Whether the application gets tokens of users, tokens of its own (client credentials), or both. If null, what its type allows. Public applications cannot use `client`.',
      ),
    detailTypes: z
      .array(apiDetailTypeName)
      .max(50)
      .refine((all) => new Set(all).size === all.length, {
        error: 'must not contain an entry twice',
      })
      .default([])
      .describe('Types of authorization details that the application may request (RFC 9396).'),
  })
  .meta({ id: 'PutApiClientRequest' });

/** The access of an application to an API. */
export const ApiClient = z
  .object({
    clientId: z.string(),
    scopes: z.array(z.string()).nullable(),
    modes: z.array(mode),
    detailTypes: z.array(z.string()),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'ApiClient' });

export type ApiClientResource = z.infer<typeof ApiClient>;
export type ApiClientPut = z.infer<typeof PutApiClientRequest>;
