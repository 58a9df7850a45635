import type { MigrationSource, PutMigrationSourceRequest } from '@platform/sdk';
import type { FieldDescriptor, FormDescriptor } from '../../client/form-descriptor.ts';
import { linesOf, textOfLines } from '../../client/lines.ts';
import type { PlainValues } from '../../client/plain-values.ts';
import { migrationSourcePut } from '../../generated/forms/migration-sources.ts';
import type { SourceKind } from './migration-routes.ts';

/** Places of files. In the form, a file is the id of its upload or an address. */
export const fileFields = [
  'connection.file',
  'connection.users',
  'connection.passwords',
  'connection.files',
] as const;
export type FileField = (typeof fileFields)[number];

/** The fields of the connection of each kind, and of its credential. */
const kindFields: Readonly<Record<SourceKind, readonly string[]>> = {
  ndjson: ['connection.file', 'credential.token'],
  auth0: ['connection.users', 'connection.passwords', 'credential.token'],
  keycloak: ['connection.files', 'credential.token'],
  ldap: [
    'connection.urls',
    'connection.startTls',
    'connection.baseDn',
    'connection.userFilter',
    'connection.idAttribute',
    'connection.loginAttributes',
    'connection.pageSize',
    'credential.bindDn',
    'credential.password',
    'credential.caCertificatesPem',
  ],
  http: [
    'connection.listUrl',
    'connection.verifyUrl',
    'credential.type',
    'credential.token',
    'credential.secret',
  ],
};
const requiredFields = [
  'connection.file',
  'connection.users',
  'connection.files',
  'connection.urls',
  'connection.baseDn',
];

const isFileField = (name: string): boolean => fileFields.some((field) => field === name);

function formField(field: FieldDescriptor): FieldDescriptor {
  const { name } = field;
  const shared = { required: requiredFields.includes(name) };
  if (!isFileField(name)) return { ...field, ...shared };
  return { name, kind: 'text', list: name === 'connection.files', ...shared };
}

/** The body of a source as a form: files are texts, and what a kind needs is required. */
export const sourceForm: FormDescriptor = {
  operationId: 'migrationSourcePut',
  fields: migrationSourcePut.fields
    // Members of files are part of their texts.
    .filter(({ name }) => !fileFields.some((file) => name.startsWith(`${file}.`)))
    .map(formField),
};

/** The fields that a source of a kind has. Of the two credentials of HTTP, the chosen one. */
export function sourceFields(kind: SourceKind, credentialType: unknown): string[] {
  const other = credentialType === 'hmac_secret' ? 'credential.token' : 'credential.secret';
  return kindFields[kind].filter((name) => kind !== 'http' || name !== other);
}

type SourceFile = { uploadId?: string; url?: string };

const fileText = (file: unknown): string => {
  const { uploadId, url } = (file ?? {}) as SourceFile;
  return uploadId ?? url ?? '';
};
const fileOf = (text: string): SourceFile =>
  text.startsWith('https://') ? { url: text } : { uploadId: text };

/** A source as the form shows it. */
export function shownSource(source: MigrationSource): MigrationSource {
  const { file, users, passwords, files, ...others } = source.connection;
  return {
    ...source,
    connection: {
      ...others,
      ...(file !== undefined && { file: fileText(file) }),
      ...(users !== undefined && { users: fileText(users) }),
      ...(passwords !== undefined && { passwords: fileText(passwords) }),
      ...(Array.isArray(files) && { files: files.map(fileText) }),
    },
  };
}

const credentialTypes = {
  ndjson: 'bearer',
  auth0: 'bearer',
  keycloak: 'bearer',
  ldap: 'ldap_bind',
  http: undefined,
} as const;

/** A credential that was typed. Without one, the platform keeps the stored credential. */
function credentialOf(kind: SourceKind, credential: PlainValues | undefined) {
  const { token, secret, password, type } = credential ?? {};
  if (token === undefined && secret === undefined && password === undefined) return undefined;
  return { ...credential, type: credentialTypes[kind] ?? type };
}

/** The body of a request from the values of the form. */
export function sourceRequest(
  kind: SourceKind,
  { connection, credential, ...others }: PlainValues,
  mapping: MigrationSource['mapping'],
): PutMigrationSourceRequest {
  const places = Object.entries((connection ?? {}) as PlainValues).map(([name, value]) => {
    if (!isFileField(`connection.${name}`)) return [name, value];
    return [name, Array.isArray(value) ? value.map(String).map(fileOf) : fileOf(String(value))];
  });
  const used = credentialOf(kind, credential as PlainValues | undefined);
  return {
    ...others,
    kind,
    connection: Object.fromEntries(places) as object,
    ...(used && { credential: used }),
    mapping,
  } as unknown as PutMigrationSourceRequest;
}

/** The same source with another mapping. */
export const withMapping = (
  { kind, connection, options }: MigrationSource,
  mapping: MigrationSource['mapping'],
): PutMigrationSourceRequest =>
  ({ kind, connection, options, mapping }) as unknown as PutMigrationSourceRequest;

/** A source that has not been saved yet. */
export const emptySource = (kind: SourceKind): MigrationSource => ({
  id: '',
  version: 0,
  kind,
  connection:
    kind === 'ldap' ? { userFilter: '(objectClass=person)', idAttribute: 'entryUUID' } : {},
  hasCredential: false,
  mapping: [],
  options: {
    mode: 'eager',
    matchBy: 'external_id',
    onExisting: 'skip',
    trustEmailVerified: false,
    passwords: 'import',
    allowWeakHashes: false,
    identityIssuers: {},
  },
  lastJobId: null,
  createdAt: '',
  updatedAt: '',
});

/** The file with an upload added: lists take several, other places one. */
export const withUpload = (field: FileField, text: unknown, uploadId: string): string =>
  field === 'connection.files'
    ? textOfLines([...linesOf(typeof text === 'string' ? text : ''), uploadId])
    : uploadId;
