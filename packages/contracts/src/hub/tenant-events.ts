import { z } from 'zod';
import { TenantLimits } from '../common/tenant-limits.ts';
import { idSchema } from '../ids.ts';
import { eventData, eventType } from '../events/event.ts';

const time = z.iso.datetime();

/** A tenant, as published to the platform's services. */
export const Tenant = z.object({
  id: idSchema('tenant'),
  slug: z.string(),
  name: z.string(),
  mode: z.enum(['live', 'test']),
  state: z.enum(['active', 'suspended', 'deleting', 'deleted']),
  issuer: z.url(),
  isDefault: z.boolean(),
  parentTenantId: idSchema('tenant').nullable(),
  contactEmail: z.string().nullable(),
  region: z.string().nullable(),
  /** The first administrator. */
  owner: z.object({ type: z.enum(['client', 'user']), id: z.string() }).nullable(),
  /** Its own rate limits; null: the configured ones. */
  limits: TenantLimits.nullable(),
  createdAt: time,
  updatedAt: time,
  /** When its deletion was requested. */
  deletedAt: time.nullable(),
  /** Services that have purged it. */
  purgedBy: z.array(z.string()),
  /** When the last of them purged it. */
  purgedAt: time.nullable(),
});

/** See {@link Tenant}. */
export type Tenant = z.infer<typeof Tenant>;

/** A tenant for examples. */
export const exampleTenant: Tenant = {
  id: 'tnt_01m7vqhvjpfrhtg5g075cmmcw9',
  slug: 'acme',
  name: 'Acme',
  mode: 'live',
  state: 'active',
  issuer: 'https://acme.platform.example',
  isDefault: false,
  parentTenantId: null,
  contactEmail: null,
  region: null,
  owner: { type: 'client', id: 'tenant-admin' },
  limits: null,
  createdAt: '2026-11-20T05:41:00.123Z',
  updatedAt: '2026-11-20T05:41:00.123Z',
  deletedAt: null,
  purgedBy: [],
  purgedAt: null,
};

/** The person invited by an operator as the first administrator of a new tenant. */
export const InvitedAdministrator = z.object({
  /** Of the user that the directory creates. */
  id: idSchema('user'),
  email: z.string(),
});

/** See {@link InvitedAdministrator}. */
export type InvitedAdministrator = z.infer<typeof InvitedAdministrator>;

const tenant = (
  description: string,
  state: Tenant['state'],
  more: Record<string, z.ZodType> = {},
  exampleMore: Record<string, unknown> = {},
) =>
  eventType({
    description,
    emittedBy: 'hub',
    subject: 'tenant',
    channel: 'platform',
    subscribable: false,
    severity: state === 'active' ? 'low' : 'high',
    data: eventData('tenant', Tenant, more),
    example: { tenant: { ...exampleTenant, state }, ...exampleMore },
  });

/** Events of tenants: for services only, on the stream PLATFORM. */
export const tenantEvents = {
  'tenant.created': tenant('A tenant was created.', 'active', {
    administrator: InvitedAdministrator.optional(),
  }),
  'tenant.imported': tenant(
    'A tenant was imported from another installation, whose events and rows it brought along. Followed by `tenant.reactivated` unless it stays suspended.',
    'suspended',
    {
      /** Names the export. */
      moveId: idSchema('request'),
      /** Its issuer where it was exported. */
      formerIssuer: z.url(),
    },
    {
      moveId: 'req_01m7vqhvjpfrhtg5g075cmmcw9',
      formerIssuer: 'https://acme.platform.example',
    },
  ),
  'tenant.updated': tenant("A tenant's name, contact or limits were updated.", 'active'),
  'tenant.suspended': tenant(
    'A tenant was suspended, scheduled for deletion, or restored but not yet reactivated.',
    'suspended',
  ),
  'tenant.reactivated': tenant('A tenant was reactivated.', 'active'),
  'tenant.deleted': tenant(
    'A tenant was deleted and its data must be purged. Repeated until every service has purged it.',
    'deleted',
  ),
  'tenant.purged': eventType({
    description: 'A service purged the data of a deleted tenant.',
    emittedBy: 'every service',
    subject: 'tenant',
    channel: 'platform',
    subscribable: false,
    data: z.looseObject({ service: z.string(), rows: z.int() }),
    example: { service: 'directory', rows: 4711 },
    exampleSubjectId: exampleTenant.id,
  }),
};
