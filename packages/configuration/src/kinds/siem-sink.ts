import { ConfigureSiemSinkRequest, SinkFilter } from '@platform/contracts';
import type {
  ConfigureSiemSinkRequest as Body,
  SiemSink,
  UpdateSiemSinkRequest as Patch,
} from '@platform/sdk';
import { isObject, pick } from '../members/members.ts';
import type { Members } from '../members/members.ts';
import { secret } from '../members/secret.ts';
import { storedHeaders } from '../members/stored-headers.ts';
import { defineKind } from './kind.ts';
import { organization } from './organization.ts';
import { exampleSecret } from '../members/signing-secret.ts';

const pem = (label: string): string => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`;

/** The secrets among the credentials of each kind of sink. */
const credentialMembers: Readonly<Record<string, readonly string[]>> = {
  splunk_hec: ['token'],
  datadog: ['apiKey'],
  elastic: ['apiKey'],
  sentinel: ['clientSecret'],
  s3: ['accessKeyId', 'secretAccessKey'],
};

/** The API shows that a sink has credentials, but not of which type those of `http` are. */
function storedCredentials({ kind, hasCredentials, credentialsLast4 }: SiemSink): unknown {
  if (!hasCredentials) return undefined;
  const last4 = credentialsLast4 ?? undefined;
  const names = credentialMembers[kind];
  if (!names) return secret({ last4, form: { type: 'bearer', token: secret() } });
  return Object.fromEntries(
    names.map((name) => [name, secret(name === names.at(-1) ? { last4 } : {})]),
  );
}

function storedTls({ tls }: SiemSink): unknown {
  if (!tls) return null;
  const { caPem, clientCertPem, hasClientKey } = tls;
  return {
    ...(caPem === null ? {} : { caPem }),
    ...(clientCertPem === null ? {} : { clientCertPem }),
    ...(hasClientKey ? { clientKeyPem: secret() } : {}),
  };
}

function storedConfig({ kind, config }: SiemSink): Members {
  const { headerNames = [], ...rest } = config;
  return kind === 'http' ? { ...rest, headers: storedHeaders(headerNames as string[]) } : rest;
}

/** Without a type, `http` has no credentials. */
function withoutNone(members: Members): Members {
  const { credentials, ...rest } = members;
  const isNone =
    isObject(credentials) &&
    (credentials['type'] === 'none' || Object.keys(credentials).length === 0);
  return isNone ? rest : members;
}

export const siemSink = defineKind<SiemSink, Body, Patch>({
  name: 'siem-sink',
  path: 'siem-sinks',
  layout: 'files',
  schema: ConfigureSiemSinkRequest,
  key: ['name'],
  refersBy: 'sink',
  references: [{ at: 'filter/organizationIds/*', to: organization }],
  secrets: [
    { at: 'config/headers/*', example: 'example' },
    { at: 'credentials/token', example: 'example' },
    { at: 'credentials/apiKey', example: 'example' },
    { at: 'credentials/clientSecret', example: 'example' },
    { at: 'credentials/username', example: 'example' },
    { at: 'credentials/password', example: 'example' },
    { at: 'credentials/secret', example: exampleSecret },
    { at: 'credentials/accessKeyId', example: 'example' },
    { at: 'credentials/secretAccessKey', example: 'example' },
    { at: 'tls/clientKeyPem', example: pem('PRIVATE KEY') },
  ],
  defaults: { filter: SinkFilter.parse({}), tls: null, status: 'active' },
  creationOnly: ['startFrom'],
  whole: ['credentials', 'tls'],
  partial: ['batch'],
  fixed: ['kind'],
  canonical: withoutNone,
  list: ({ platform }) => platform.siemSinks.list({ limit: 200 }),
  get: (platform, { id }) => platform.siemSinks.get(id).response(),
  project: (sink) => ({
    ...pick(sink, ['name', 'kind', 'format', 'filter', 'redaction', 'batch']),
    config: storedConfig(sink),
    credentials: storedCredentials(sink),
    tls: storedTls(sink),
    status: sink.status === 'active' ? 'active' : 'paused',
  }),
  create: ({ platform, body }) => platform.siemSinks.create(body),
  update: ({ platform, id, patch, options }) => platform.siemSinks.update(id, patch, options),
  delete: ({ platform, id, options }) => platform.siemSinks.delete(id, options),
});
