import { randomBytes } from 'node:crypto';
import {
  ConfigureSiemSinkRequest,
  SinkFilter,
  sinkBatches,
  sinkFormats,
} from '@platform/contracts';
import type { SiemSinkCreation, SiemSinkUpdate } from '@platform/contracts';
import type { Egress } from '@platform/kit/egress';
import { parseBody } from '@platform/kit/http';
import { invalid } from '@platform/kit/problem';
import type { SealedColumn } from '@platform/kit/upkeep';
import type { SecretBox } from '@platform/kit/secrets';
import { mergedHeaders } from '../receivers/receiver-headers.ts';
import { checkedReceiverUrl } from '../receivers/receiver-url.ts';
import type { OpenedSink } from './senders/sender.ts';
import type { SinkSecrets } from './sink-record.ts';
import type { SinkRecord } from './sink-store.ts';

const sealedIn = (tenantId: string, id: string) => ({
  tenantId,
  field: `siem_sinks/${id}/secrets`,
});

/** The sealed columns of sinks. */
export const sealedBySinks: readonly SealedColumn[] = [
  {
    table: 'siem_sinks',
    column: 'secrets',
    key: ['id'],
    contextOf: (tenantId, id = '') => sealedIn(tenantId, id),
  },
];

/** Seals the secrets of sinks for the tenant and the row. */
export const sinkSeals = (box: SecretBox) => ({
  seal: (tenantId: string, id: string, secrets: SinkSecrets): string =>
    box.seal(JSON.stringify(secrets), sealedIn(tenantId, id)),
  open: (tenantId: string, { id, secrets }: Pick<SinkRecord, 'id' | 'secrets'>): SinkSecrets =>
    JSON.parse(box.open(secrets, sealedIn(tenantId, id))) as SinkSecrets,
});

export type SinkSeals = ReturnType<typeof sinkSeals>;

/** The fields of a sink that are not sealed. */
export type SinkFields = Omit<
  SinkRecord,
  'id' | 'organizationId' | 'secrets' | 'status' | 'version' | 'createdAt' | 'updatedAt'
>;

const last4Of = (credentials: Record<string, unknown> | undefined): string | null => {
  const secret = Object.entries(credentials ?? {})
    .filter(([name]) => /token|key|secret|password/i.test(name) && name !== 'accessKeyId')
    .at(-1)?.[1];
  return typeof secret === 'string' && secret.length >= 12 ? secret.slice(-4) : null;
};

const urlMembers = ['url', 'endpoint'] as const;

/** Checks every address of a sink against the egress rules. @throws 422 */
function checkAddresses(egress: Pick<Egress, 'checkUrl'>, config: Record<string, unknown>): void {
  for (const name of urlMembers) {
    const url = config[name];
    if (typeof url === 'string') config[name] = checkedReceiverUrl(egress, url, `/config/${name}`);
  }
  const { host, port } = config;
  if (typeof host === 'string') {
    if (!/^[A-Za-z0-9.-]+$/.test(host))
      throw invalid('/config/host', 'invalid_format', 'must be a host name');
    checkedReceiverUrl(egress, `https://${host}:${Number(port)}/`, '/config/host');
  }
}

/** Parses a complete definition: fields to store and secrets to seal. @throws 422 */
export function readDefinition(
  body: SiemSinkCreation,
  egress: Pick<Egress, 'checkUrl'>,
  hashKey: string = randomBytes(32).toString('base64'),
): { fields: SinkFields; secrets: SinkSecrets } {
  const { kind, name, tls, redaction, batch = {} } = body;
  const { headers, ...config } = body.config as Record<string, unknown> & {
    headers?: Record<string, string>;
  };
  checkAddresses(egress, config);
  const credentials =
    kind === 'http' && !body.credentials
      ? { type: 'none' }
      : (body.credentials as Record<string, unknown> | undefined);
  const hasCredentials =
    credentials !== undefined &&
    credentials['type'] !== 'none' &&
    Object.keys(credentials).length > 0;
  const [byDefault] = sinkFormats[kind];
  const defaults = sinkBatches[kind];
  return {
    fields: {
      name,
      kind,
      config: headers ? { ...config, headerNames: Object.keys(headers) } : config,
      hasCredentials,
      credentialsLast4: hasCredentials ? last4Of(credentials) : null,
      format: body.format ?? byDefault ?? 'platform_json',
      filter: body.filter ?? SinkFilter.parse({}),
      redaction: redaction ?? { mode: 'none', fields: [] },
      batch: {
        maxEvents: batch.maxEvents ?? defaults.maxEvents[0],
        maxBytes: batch.maxBytes ?? defaults.maxBytes[0],
        maxSeconds: batch.maxSeconds ?? defaults.maxSeconds[0],
      },
      tls: tls
        ? {
            caPem: tls.caPem ?? null,
            clientCertPem: tls.clientCertPem ?? null,
            hasClientKey: tls.clientKeyPem !== undefined,
          }
        : null,
    },
    secrets: { credentials, headers, clientKeyPem: tls?.clientKeyPem, hashKey },
  };
}

const withoutNulls = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** Applies a merge patch. Returns the body that would create the result. */
function mergedBody(
  sink: SinkRecord,
  { credentials, headers, clientKeyPem }: SinkSecrets,
  change: SiemSinkUpdate,
): Record<string, unknown> {
  const { headerNames: _names, ...config } = sink.config;
  const { headers: headerChange, ...configChange } = change.config ?? {};
  const tls = sink.tls && {
    ...withoutNulls({ caPem: sink.tls.caPem, clientCertPem: sink.tls.clientCertPem }),
    ...(clientKeyPem === undefined ? {} : { clientKeyPem }),
  };
  const isPlain = typeof headerChange === 'object' && headerChange !== null;
  const nextHeaders = isPlain
    ? mergedHeaders(headers ?? {}, headerChange as Record<string, string | null>)
    : headers;
  return {
    name: change.name ?? sink.name,
    kind: sink.kind,
    config: {
      ...withoutNulls({ ...config, ...configChange }),
      ...(nextHeaders === undefined ? {} : { headers: nextHeaders }),
    },
    ...withoutNulls({ credentials: change.credentials ?? credentials ?? null }),
    format: change.format ?? sink.format,
    filter: { ...sink.filter, ...change.filter },
    redaction: { ...sink.redaction, ...change.redaction },
    batch: { ...sink.batch, ...change.batch },
    tls: change.tls === undefined ? tls : change.tls && { ...tls, ...change.tls },
  };
}

/** Applies a merge patch and validates the result like a new definition. @throws 422 */
export const patchedDefinition = (
  sink: SinkRecord,
  secrets: SinkSecrets,
  change: SiemSinkUpdate,
  egress: Pick<Egress, 'checkUrl'>,
) =>
  readDefinition(
    parseBody(ConfigureSiemSinkRequest, mergedBody(sink, secrets, change)),
    egress,
    secrets.hashKey,
  );

/** Returns a sink for senders. @throws SecretFault if its secrets cannot be decrypted */
export function openedSink(tenantId: string, sink: SinkRecord, secrets: SinkSecrets): OpenedSink {
  const { id, version, kind, tls } = sink;
  const { headerNames: _names, ...config } = sink.config;
  return {
    tenantId,
    id,
    version,
    kind,
    config: { ...config, ...(secrets.headers ? { headers: secrets.headers } : {}) },
    credentials: secrets.credentials ?? {},
    tls: tls
      ? {
          ca: tls.caPem ?? undefined,
          cert: tls.clientCertPem ?? undefined,
          key: secrets.clientKeyPem,
        }
      : undefined,
  } as OpenedSink;
}
