import type { SiemSink } from '@platform/sdk';

export type LogStreamKind = SiemSink['kind'];

/** A field of a kind. `in`: the part of the request that has it. */
export interface KindField {
  name: string;
  in: 'config' | 'credentials';
  isSecret?: boolean;
  isOptional?: boolean;
}

const config = (name: string, isOptional = false): KindField => ({
  name,
  in: 'config',
  isOptional,
});
const credential = (name: string, isSecret = true): KindField => ({
  name,
  in: 'credentials',
  isSecret,
});

/** What each product needs. Everything else has a default, and can be changed by the API. */
export const kindFields = {
  splunk_hec: [config('url'), config('index', true), credential('token')],
  datadog: [config('site', true), credential('apiKey')],
  elastic: [config('url'), config('dataStream'), credential('apiKey')],
  sentinel: [
    config('endpoint'),
    config('ruleId'),
    config('streamName'),
    config('directoryTenantId'),
    config('clientId'),
    credential('clientSecret'),
  ],
  http: [config('url'), { ...credential('token'), isOptional: true }],
  syslog_tls: [config('host')],
  s3: [
    config('bucket'),
    config('region'),
    credential('accessKeyId', false),
    credential('secretAccessKey'),
  ],
} as const satisfies Readonly<Record<LogStreamKind, readonly KindField[]>>;

export const logStreamKinds = Object.keys(kindFields) as LogStreamKind[];

export interface LogStreamValues {
  kind: LogStreamKind;
  name: string;
  startFrom: string;
  config: Record<string, string>;
  credentials: Record<string, string>;
}

const filled = (values: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = values[name]?.trim() ?? '';
      return text === '' ? [] : [[name, text] as const];
    }),
  );

/** The request for the values of the form: only the fields of the chosen kind. */
export function logStreamBody(values: LogStreamValues): Record<string, unknown> {
  const { kind, name, startFrom } = values;
  const fields: readonly KindField[] = kindFields[kind];
  const namesIn = (part: KindField['in']) =>
    fields.filter((field) => field.in === part).map((field) => field.name);
  const credentials = filled(values.credentials, namesIn('credentials'));
  const hasCredentials = Object.keys(credentials).length > 0;
  return {
    kind,
    name: name.trim(),
    startFrom,
    config: filled(values.config, namesIn('config')),
    ...(hasCredentials && {
      credentials: kind === 'http' ? { type: 'bearer', ...credentials } : credentials,
    }),
  };
}
