import { z } from 'zod';
import { text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';

const reservedPrefixes = ['tenant', 'platform', 'internal', 'oauth', 'openid'];
const segment = '[a-z][a-z0-9_-]{0,39}';
const form = new RegExp(`^${segment}(?:\\.${segment}){0,3}[.:]${segment}$`);

/** Whether the name, or the part before its first separator, is reserved for the platform. */
export const isReservedPermission = (name: string): boolean =>
  reservedPrefixes.includes(name.split(/[.:]/, 1)[0] as string);

/** The name of a custom permission: `invoices.payments.approve`, `invoice:approve`. */
export const PermissionName = z.string().min(3).max(128).regex(form, {
  error:
    'must be two to five segments of lower-case letters, digits, _ and -, joined by dots, or by one colon before the last',
});

const clientId = z.string().min(1).max(128);

/** Body of POST. */
export const CreatePermissionRequest = z
  .strictObject({
    name: PermissionName.describe('Must be unique in the tenant. Cannot be changed.'),
    displayName: text({ max: 128 }).nullable().optional(),
    description: text({ max: 1024 }).nullable().optional(),
    clientId: clientId
      .nullable()
      .optional()
      .describe(
        'The application that the permission belongs to. If null, it belongs to all applications.',
      ),
    apiResourceId: idSchema('apiResource')
      .nullable()
      .optional()
      .describe('The API that the permission belongs to. If null, it belongs to all APIs.'),
  })
  .meta({ id: 'CreatePermissionRequest' });

/**
 * A permission, which roles contain by name. System permissions are the platform's scopes, the same
 * in every tenant.
 */
export const Permission = z
  .object({
    id: idSchema('permission'),
    name: z.string(),
    displayName: z.string().nullable(),
    description: z.string().nullable(),
    clientId: z.string().nullable(),
    apiResourceId: z.string().nullable(),
    system: z.boolean(),
    usedByRoles: z.int().describe('Number of roles that contain the permission.'),
    createdAt: time,
  })
  .meta({ id: 'Permission' });

export type PermissionResource = z.infer<typeof Permission>;
export type PermissionCreation = z.infer<typeof CreatePermissionRequest>;
