import { z } from 'zod';
import { time } from '../common/text.ts';

/** Parts of the platform, each of which answers for itself. */
export const OverviewPart = z
  .enum(['applications', 'people', 'signIn', 'access', 'integrations', 'privacy'])
  .meta({ id: 'OverviewPart' });
export type OverviewPart = z.infer<typeof OverviewPart>;

/** The parts that answered, and those that did not. */
export const overviewParts = z
  .array(z.object({ part: OverviewPart, available: z.boolean() }))
  .describe('Whether each part has answered. What an unavailable part knows is missing.');

/** The codes of this release. Clients have words for each of them, and show others unchanged. */
export type HealthCode =
  | 'access_request_failed'
  | 'access_request_overdue'
  | 'application_secret_expires'
  | 'approval_waiting'
  | 'connector_failing'
  | 'credential_expires'
  | 'directory_invalid_credentials'
  | 'directory_unreachable'
  | 'domain_lapsed'
  | 'domain_record_missing'
  | 'endpoint_disabled'
  | 'endpoint_failing'
  | 'erasure_overdue'
  | 'erasure_stalled'
  | 'login_domain_failing'
  | 'login_domain_suspended'
  | 'receiver_failing'
  | 'receiver_stopped'
  | 'scim_bearer_expires'
  | 'sink_failing'
  | 'sink_suspended'
  | 'sync_failed'
  | 'sync_halted';

/** What can be held up meanwhile. */
export type HealthBlock =
  | 'deliveries'
  | 'enrollment'
  | 'events'
  | 'provisioning'
  | 'security_events'
  | 'sign_ins'
  | 'tokens';

/** Something that needs the attention of an administrator. */
export const HealthItem = z
  .object({
    kind: z
      .enum(['failing', 'stopped', 'expiring', 'overdue', 'waiting'])
      .describe(
        '`failing` still retries, `stopped` needs someone to start it again, `expiring` ends at `dueAt`, `overdue` should have ended at `dueAt`, `waiting` waits for a decision.',
      ),
    code: z
      .string()
      .describe('What is wrong, such as `endpoint_failing`. New codes can be added at any time.'),
    severity: z.enum(['critical', 'warning', 'info']),
    resource: z.object({
      type: z.string(),
      id: z.string(),
      name: z.string(),
      organizationId: z.string().nullable(),
    }),
    since: time.nullable(),
    dueAt: time.nullable(),
    blocks: z
      .object({ what: z.string(), count: z.int().nullable() })
      .nullable()
      .describe('What cannot go on meanwhile, such as `deliveries`.'),
    action: z
      .object({ operationId: z.string(), params: z.record(z.string(), z.string()) })
      .nullable()
      .describe('The operation that helps, and its path parameters.'),
  })
  .meta({ id: 'HealthItem' });
export type HealthItem = z.infer<typeof HealthItem>;

/** Steps with which a tenant starts. */
export const firstStepKeys = [
  'branding',
  'application',
  'organization',
  'domain',
  'webhook',
  'model',
] as const;

/** What of a tenant needs attention. */
export const TenantHealth = z
  .object({
    items: z.array(HealthItem).describe('The most severe first, then the oldest.'),
    firstSteps: z
      .array(z.object({ key: z.string(), done: z.boolean() }))
      .describe('The first steps of a tenant that your scopes let you see.'),
    parts: overviewParts,
  })
  .meta({ id: 'TenantHealth' });
export type TenantHealth = z.infer<typeof TenantHealth>;
