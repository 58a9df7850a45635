import { z } from 'zod';
import { headerValue, headersOf, receiverUrl } from './receiver.ts';

/**
 * A word or value without spaces and control characters, such as a credential or a vendor's name.
 */
const token = (max: number) =>
  z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${max}}$`), {
    error: `must have 1 to ${max} visible ASCII characters`,
  });
const printable = (max: number) =>
  z.string().regex(new RegExp(`^[\\x20-\\x7e]{1,${max}}$`), {
    error: `must have 1 to ${max} printable ASCII characters`,
  });
const uuid = z.guid();

/** Datadog's sites (https://docs.datadoghq.com/getting_started/site). */
export const datadogSites = [
  'datadoghq.com',
  'us3.datadoghq.com',
  'us5.datadoghq.com',
  'datadoghq.eu',
  'ap1.datadoghq.com',
  'ap2.datadoghq.com',
  'ddog-gov.com',
] as const;

const splunkHec = {
  config: z.strictObject({
    url: receiverUrl.describe('Base URL of the HTTP Event Collector.'),
    index: token(128).optional(),
    source: printable(256).optional(),
    sourcetype: token(128).default('platform:event'),
    acknowledge: z
      .boolean()
      .default(false)
      .describe(
        'Whether to wait until the indexer acknowledges a batch. Indexer acknowledgment must be enabled for the token.',
      ),
  }),
  credentials: z.strictObject({ token: token(256) }),
};

const datadog = {
  config: z.strictObject({
    site: z.enum(datadogSites).default('datadoghq.com'),
    service: token(100).default('platform'),
    tags: z.array(token(200)).max(20).default([]),
  }),
  credentials: z.strictObject({ apiKey: token(128) }),
};

const elastic = {
  config: z.strictObject({
    url: receiverUrl.describe('Base URL of the cluster.'),
    dataStream: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, { error: 'must be a data stream name' }),
  }),
  credentials: z.strictObject({ apiKey: token(512) }),
};

const sentinel = {
  config: z.strictObject({
    endpoint: receiverUrl.describe('Ingestion URL of the data collection endpoint or rule.'),
    ruleId: z
      .string()
      .regex(/^dcr-[A-Za-z0-9]{1,64}$/, { error: 'must be the immutable id of a rule, `dcr-…`' }),
    streamName: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_-]{0,99}$/, { error: 'must be a stream name' }),
    directoryTenantId: uuid,
    clientId: uuid,
  }),
  credentials: z.strictObject({ clientSecret: printable(256) }),
};

const http = {
  config: z.strictObject({
    url: receiverUrl,
    contentType: z
      .enum(['ndjson', 'array'])
      .default('ndjson')
      .describe('One event per line, or one JSON array. CEF always uses one event per line.'),
    headers: headersOf(headerValue)
      .default({})
      .describe(
        'Headers to send with each request. Encrypted at rest. Responses contain only `headerNames`.',
      ),
  }),
  credentials: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('none') }),
    z.strictObject({ type: z.literal('bearer'), token: token(4096) }),
    z.strictObject({
      type: z.literal('basic'),
      username: printable(256).regex(/^[^:]*$/, { error: 'must not contain a colon' }),
      password: printable(256),
    }),
    z.strictObject({
      type: z.literal('signature'),
      secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, {
        error: 'must be whsec_ followed by the base64 of 24 to 64 bytes',
      }),
    }),
  ]),
};

const syslogTls = {
  config: z.strictObject({
    host: z.string().min(1).max(253),
    port: z.int().min(1).max(65_535).default(6514),
    facility: z.int().min(0).max(23).default(13),
    appName: token(48).default('platform'),
    hostname: token(255)
      .optional()
      .describe('HOSTNAME field of the messages. Defaults to the host of the issuer.'),
  }),
  credentials: z.strictObject({}),
};

const s3 = {
  config: z.strictObject({
    bucket: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'must be a bucket name' }),
    region: z.string().regex(/^[a-z0-9-]{1,32}$/, { error: 'must be a region name' }),
    prefix: z
      .string()
      .regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._=-]+(?:\/[A-Za-z0-9._=-]+)*$/, {
        error: 'must be path segments of letters, digits, `.`, `_`, `=` and `-`',
      })
      .max(256)
      .optional(),
    endpoint: receiverUrl.optional().describe('URL of an S3-compatible store. Defaults to AWS.'),
    kmsKeyId: token(2048).optional(),
  }),
  credentials: z.strictObject({ accessKeyId: token(128), secretAccessKey: token(256) }),
};

/** The configuration and credentials of each kind of sink. */
export const sinkKinds = {
  splunk_hec: splunkHec,
  datadog,
  elastic,
  sentinel,
  http,
  syslog_tls: syslogTls,
  s3,
} as const;

/** Name of a kind of sink. */
export type SinkKind = keyof typeof sinkKinds;

/** The configuration of a kind of sink, with its defaults. */
export type SinkConfig<K extends SinkKind> = z.output<(typeof sinkKinds)[K]['config']>;

/** The credentials of a kind of sink. */
export type SinkCredentials<K extends SinkKind> = z.output<(typeof sinkKinds)[K]['credentials']>;

const mebibyte = 1024 * 1024;

/** Default and maximum size of batches, per kind. */
export const sinkBatches: Readonly<
  Record<SinkKind, Readonly<Record<'maxEvents' | 'maxBytes' | 'maxSeconds', [number, number]>>>
> = {
  splunk_hec: {
    maxEvents: [500, 5_000],
    maxBytes: [mebibyte, 5 * mebibyte],
    maxSeconds: [5, 300],
  },
  datadog: { maxEvents: [500, 1_000], maxBytes: [4 * mebibyte, 5_000_000], maxSeconds: [5, 300] },
  elastic: {
    maxEvents: [500, 1_000],
    maxBytes: [5 * mebibyte, 10 * mebibyte],
    maxSeconds: [5, 300],
  },
  sentinel: { maxEvents: [500, 5_000], maxBytes: [900 * 1024, 1_000_000], maxSeconds: [5, 300] },
  http: { maxEvents: [100, 5_000], maxBytes: [mebibyte, 5 * mebibyte], maxSeconds: [5, 300] },
  syslog_tls: {
    maxEvents: [1_000, 1_000],
    maxBytes: [mebibyte, 8 * mebibyte],
    maxSeconds: [5, 300],
  },
  s3: {
    maxEvents: [10_000, 10_000],
    maxBytes: [8 * mebibyte, 16 * mebibyte],
    maxSeconds: [300, 300],
  },
};

/** Format of exported events. */
export const SinkFormat = z.enum(['platform_json', 'ocsf', 'ecs', 'cef']);

/** The formats of each kind, the default first. */
export const sinkFormats: Readonly<Record<SinkKind, readonly z.infer<typeof SinkFormat>[]>> = {
  splunk_hec: ['platform_json', 'ocsf', 'cef'],
  datadog: ['platform_json', 'ocsf'],
  elastic: ['ecs', 'platform_json', 'ocsf'],
  sentinel: ['platform_json', 'ocsf'],
  http: ['platform_json', 'ocsf', 'ecs', 'cef'],
  syslog_tls: ['cef', 'platform_json', 'ocsf'],
  s3: ['platform_json', 'ocsf', 'ecs', 'cef'],
};
