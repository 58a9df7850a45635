import { z } from 'zod';
import { text, time } from '../common/text.ts';
import { TenantLimits } from '../common/tenant-limits.ts';
import { idSchema } from '../ids.ts';

/** Addresses of a tenant's issuer, to copy into applications. */
const TenantEndpoints = z.object({
  issuer: z.url(),
  discovery: z.url().describe('OpenID Connect Discovery 1.0.'),
  metadata: z.url().describe('Metadata of the authorization server (RFC 8414).'),
  jwks: z.url().describe('The keys of ID tokens and access tokens.'),
  documentKeys: z
    .url()
    .describe('The keys of receipts, certificates, checkpoints and manifests of exports.'),
  authorization: z.url(),
  token: z.url(),
  userinfo: z.url(),
  endSession: z.url(),
});

/** The tenant of the caller. */
export const TenantSettings = z
  .object({
    id: idSchema('tenant'),
    slug: z.string(),
    name: z.string(),
    mode: z.enum(['live', 'test']),
    state: z.enum(['active', 'suspended', 'deleting', 'deleted']),
    isDefault: z.boolean(),
    parentTenantId: idSchema('tenant')
      .nullable()
      .describe('Of a test tenant: the tenant that it belongs to.'),
    region: z.string().nullable(),
    contactEmail: z.string().nullable().describe('Where the operator reaches the administrators.'),
    limits: TenantLimits.nullable().describe(
      'Rate limits that the operator has set for this tenant. Null: the configured ones.',
    ),
    endpoints: TenantEndpoints,
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'TenantSettings' });
export type TenantSettings = z.infer<typeof TenantSettings>;

/** Body of PATCH. */
export const UpdateTenantRequest = z
  .strictObject({
    name: text({ max: 120 }).optional(),
    contactEmail: z.email().max(254).nullable().optional(),
  })
  .meta({ id: 'UpdateTenantRequest' });
export type UpdateTenantRequest = z.infer<typeof UpdateTenantRequest>;
