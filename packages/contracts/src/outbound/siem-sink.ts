import { z } from 'zod';
import { anyJson } from '../common/any-json.ts';
import { listOf } from '../common/list.ts';
import { text, time, timeInput } from '../common/text.ts';
import { eventCatalog } from '../events/catalog.ts';
import { familyOf } from '../events/event.ts';
import type { EventType } from '../events/event.ts';
import { idSchema } from '../ids.ts';
import { SinkFormat, sinkBatches, sinkFormats, sinkKinds } from './siem-sink-config.ts';
import type { SinkKind } from './siem-sink-config.ts';

const kindNames = Object.keys(sinkKinds) as [SinkKind, ...SinkKind[]];
/** The kinds of sinks. */
export const SinkKindName = z.enum(kindNames);

const unique = (list: readonly unknown[]): boolean => new Set(list).size === list.length;
const distinct = <T extends z.ZodType>(entry: T, { min = 0, max }: { min?: number; max: number }) =>
  z
    .array(entry)
    .min(min)
    .max(max)
    .refine(unique, { error: 'must not repeat an entry' })
    .meta({ uniqueItems: true });

const sent = new Set(
  Object.entries(eventCatalog as Record<string, EventType>)
    .filter(([name, { channel }]) => channel !== 'platform' && !name.endsWith('.test'))
    .map(([name]) => name),
);
const families = new Set([...sent].map(familyOf));
const isSent = (entry: string): boolean =>
  entry === '*' || sent.has(entry) || (entry.endsWith('.*') && families.has(entry.slice(0, -2)));

/** The logs of a tenant that a sink reads. */
export const SinkChannel = z.enum(['audit', 'lifecycle']);

/** Selects the events of a sink. */
export const SinkFilter = z.strictObject({
  channels: distinct(SinkChannel, { min: 1, max: 2 }).default(['audit', 'lifecycle']),
  eventTypes: distinct(
    z
      .string()
      .max(128)
      .refine(isSent, {
        error: 'must be an event type that sinks receive',
        params: { code: 'unknown_event_type' },
      }),
    { min: 1, max: 100 },
  ).default(['*']),
  organizationIds: distinct(idSchema('organization'), { max: 50 })
    .nullable()
    .default(null)
    .describe('Streams only events of these organizations. If null, events of all organizations.'),
  outcomes: distinct(z.enum(['success', 'failure', 'denied']), { min: 1, max: 3 })
    .nullable()
    .default(null)
    .describe(
      'Filters audit records by outcome. Other events have no outcome and are always included.',
    ),
  minSeverity: z.enum(['low', 'medium', 'high']).default('low'),
});

/** The fields to hide in events before they are sent. */
export const SinkRedaction = z.strictObject({
  mode: z.enum(['none', 'mask', 'hash']),
  fields: distinct(z.string().min(1).max(64), { max: 50 })
    .default([])
    .describe(
      "Names of properties to remove, at any depth. The event's own `id`, `type`, `occurredAt` and `schemaVersion` are always kept.",
    ),
});

const SinkBatch = z.strictObject({
  maxEvents: z.int().min(1),
  maxBytes: z.int().min(16_384),
  maxSeconds: z.int().min(1),
});

const pem = (label: string) =>
  z
    .string()
    .max(16_384)
    .regex(new RegExp(`^\\s*-----BEGIN ${label}-----[A-Za-z0-9+/=\\s-]+`), {
      error: 'must be PEM',
    });
const certificate = pem('CERTIFICATE').refine((s) => s.includes('-----END CERTIFICATE-----'), {
  error: 'must be PEM',
});

const tls = z
  .strictObject({
    caPem: certificate
      .optional()
      .describe('Certificate authorities to trust in addition to the public ones.'),
    clientCertPem: certificate.optional(),
    clientKeyPem: pem('(?:RSA |EC )?PRIVATE KEY').optional().describe('Write-only.'),
  })
  .refine((t) => (t.clientCertPem === undefined) === (t.clientKeyPem === undefined), {
    error: 'must have both clientCertPem and clientKeyPem or neither of them',
  });

const common = {
  name: text({ max: 64 }),
  format: SinkFormat.optional(),
  filter: SinkFilter.optional(),
  redaction: SinkRedaction.optional(),
  batch: SinkBatch.partial().optional(),
  tls: tls.nullable().optional(),
  status: z.enum(['active', 'paused']).optional(),
};

const startFrom = z
  .union([z.enum(['now', 'oldest']), timeInput])
  .optional()
  .describe('Where to start: `now` (default), the `oldest` event that is kept, or a time.');

/** Kinds that work without credentials. */
const withoutCredentials: ReadonlySet<SinkKind> = new Set(['http', 'syslog_tls']);

const ofKind = <K extends SinkKind>(kind: K) =>
  z
    .strictObject({
      ...common,
      kind: z.literal(kind),
      config: sinkKinds[kind].config,
      credentials: withoutCredentials.has(kind)
        ? sinkKinds[kind].credentials.optional()
        : sinkKinds[kind].credentials,
      startFrom,
    })
    .superRefine((body, context) => {
      const { format, batch = {} } = body as {
        format?: z.infer<typeof SinkFormat>;
        batch?: Partial<z.infer<typeof SinkBatch>>;
      };
      const issue = (path: string[], message: string): void =>
        context.addIssue({ code: 'custom', path, message });
      if (format !== undefined && !sinkFormats[kind].includes(format))
        issue(['format'], `must be one of ${sinkFormats[kind].join(', ')} for this kind`);
      for (const [name, [, most]] of Object.entries(sinkBatches[kind]))
        if ((batch[name as keyof typeof batch] ?? 0) > most)
          issue(['batch', name], `must be at most ${most} for this kind`);
    });

/** Body of POST. */
export const ConfigureSiemSinkRequest = z
  .discriminatedUnion('kind', [
    ofKind('splunk_hec'),
    ofKind('datadog'),
    ofKind('elastic'),
    ofKind('sentinel'),
    ofKind('http'),
    ofKind('syslog_tls'),
    ofKind('s3'),
  ])
  .meta({ id: 'ConfigureSiemSinkRequest' });

/** Body of PATCH: a merge patch whose result must fit the sink's kind. */
export const UpdateSiemSinkRequest = z
  .strictObject({
    name: common.name.optional(),
    config: z
      .record(z.string(), anyJson)
      .optional()
      .describe(
        'Merged into the current configuration. Null removes a property. `headers` are merged one by one.',
      ),
    credentials: z.record(z.string(), anyJson).optional().describe('Replaces the complete filter.'),
    format: common.format,
    filter: z.record(z.string(), anyJson).optional().describe('Merged.'),
    redaction: z.record(z.string(), anyJson).optional().describe('Merged.'),
    batch: common.batch,
    tls: common.tls,
    status: common.status,
  })
  .meta({ id: 'UpdateSiemSinkRequest' });

/** Body of a replay. */
export const ReplaySiemSinkRequest = z
  .strictObject({
    since: timeInput.describe('Events ingested at or after this time are sent again.'),
  })
  .meta({ id: 'ReplaySiemSinkRequest' });

/** A sink, as returned by the API. */
export const SiemSink = z
  .object({
    id: idSchema('sink'),
    organizationId: idSchema('organization')
      .nullable()
      .describe('The organization whose contact set up the sink; null for a sink of the tenant.'),
    name: z.string(),
    kind: SinkKindName,
    config: z
      .record(z.string(), z.unknown())
      .describe(
        "The configuration for the sink's kind. Headers are listed only by name, in `headerNames`.",
      ),
    hasCredentials: z.boolean(),
    credentialsLast4: z.string().nullable(),
    format: SinkFormat,
    filter: SinkFilter,
    redaction: SinkRedaction,
    batch: SinkBatch,
    tls: z
      .object({
        caPem: z.string().nullable(),
        clientCertPem: z.string().nullable(),
        hasClientKey: z.boolean(),
      })
      .nullable(),
    status: z.enum(['active', 'paused', 'suspended']),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'SiemSink' });

/** The list of sinks. */
export const ListEnvelopeSiemSinkResponse = listOf(SiemSink).meta({
  id: 'ListEnvelopeSiemSinkResponse',
});

/** Why a batch was not accepted. Deliberately coarse. */
export const SinkError = z.enum([
  'dns_failed',
  'address_blocked',
  'connect_failed',
  'connect_timeout',
  'tls_failed',
  'timeout',
  'connection_reset',
  'malformed_response',
  'redirect_not_followed',
  'http_status',
  'secret_unavailable',
  'rejected',
  'unauthorized',
]);

/** The health of a sink. */
export const SiemSinkHealth = z
  .object({
    state: z
      .enum(['idle', 'healthy', 'degraded', 'failing', 'paused', 'suspended'])
      .describe(
        '`idle`: nothing has been sent yet. `degraded`: the last attempt failed, or events have been waiting for more than 5 minutes. `failing`: events are waiting and no attempt has succeeded for 15 minutes.',
      ),
    lastSuccessAt: time.nullable(),
    lastAttemptAt: time.nullable(),
    lastError: z
      .object({
        code: SinkError,
        status: z.int().nullable(),
        detail: z.string().nullable().describe("The destination's response, without credentials."),
        at: time,
      })
      .nullable(),
    consecutiveFailures: z.int(),
    nextAttemptAt: time.nullable(),
    backlog: z.int().describe('Number of events that have not been read yet, before filtering.'),
    lagSeconds: z
      .int()
      .describe('Age of the oldest event that has not been read. 0 if all events have been read.'),
    deliveredTotal: z.int(),
    droppedTotal: z.int(),
    cursors: z.object({ audit: z.int(), lifecycle: z.int() }),
  })
  .meta({ id: 'SiemSinkHealth' });

export type SiemSinkResource = z.infer<typeof SiemSink>;
export type SiemSinkCreation = z.output<typeof ConfigureSiemSinkRequest>;
export type SiemSinkUpdate = z.output<typeof UpdateSiemSinkRequest>;
export type SiemSinkHealthResource = z.infer<typeof SiemSinkHealth>;
export type SinkFilterRules = z.output<typeof SinkFilter>;
export type SinkRedactionRules = z.output<typeof SinkRedaction>;
export type SinkFormatName = z.infer<typeof SinkFormat>;
export type SinkErrorCode = z.infer<typeof SinkError>;
