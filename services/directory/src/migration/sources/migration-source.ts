import type {
  MigrationOptionsInput,
  MigrationMappingInput,
  MigrationSourceInput,
  MigrationSourceResource,
} from '@platform/contracts';
import type { RowOf } from '@platform/kit/database';
import type { SealedColumn } from '@platform/kit/upkeep';
import type { SecretBox } from '@platform/kit/secrets';
import { directory } from '../../generated/tables.ts';

/** The kind of a source with the type of its connection. */
export type SourceConnection = {
  [K in MigrationSourceInput['kind']]: {
    kind: K;
    connection: Extract<MigrationSourceInput, { kind: K }>['connection'];
  };
}[MigrationSourceInput['kind']];

/** The credential that a source is read with. */
export type SourceCredential = NonNullable<MigrationSourceInput['credential']>;

/** The source of a tenant; its kind determines the type of its connection. */
export const sources = directory
  .table('migrationSources')
  .narrow<
    SourceConnection & { mapping: MigrationMappingInput[]; options: MigrationOptionsInput }
  >();

export type SourceRecord = SourceConnection & Omit<RowOf<typeof sources>, keyof SourceConnection>;

const contextOf = (tenantId: string, id: string) => ({
  tenantId,
  field: `migration_sources/${id}`,
});

/** The column with the credentials of sources, for resealing. */
export const sealedSourceCredentials: SealedColumn = {
  table: 'migration_sources',
  column: 'credential_sealed',
  key: ['id'],
  contextOf,
};

export const sealCredential = (
  secrets: Pick<SecretBox, 'seal'>,
  { tenantId, id }: { tenantId: string; id: string },
  credential: SourceCredential,
): string => secrets.seal(JSON.stringify(credential), contextOf(tenantId, id));

/** Opens the credential of a source; undefined if it has none. */
export const openSourceCredential = (
  secrets: Pick<SecretBox, 'open'>,
  tenantId: string,
  { id, credentialSealed }: Pick<SourceRecord, 'id' | 'credentialSealed'>,
): SourceCredential | undefined =>
  credentialSealed === null
    ? undefined
    : (JSON.parse(secrets.open(credentialSealed, contextOf(tenantId, id))) as SourceCredential);

export const sourceResource = (
  source: SourceRecord,
  lastJobId: string | null,
): MigrationSourceResource => ({
  id: source.id,
  version: source.version,
  kind: source.kind,
  connection: source.connection,
  hasCredential: source.credentialSealed !== null,
  mapping: source.mapping,
  options: source.options,
  lastJobId,
  createdAt: source.createdAt.toISOString(),
  updatedAt: source.updatedAt.toISOString(),
});

function urlsOf({ kind, connection }: SourceConnection): string[] {
  switch (kind) {
    case 'http':
      return [connection.listUrl, connection.verifyUrl].flatMap((url) => url ?? []);
    case 'ldap':
      return connection.urls;
    default:
      return filesOf({ kind, connection } as FileSource).flatMap((file) =>
        'url' in file ? [file.url] : [],
      );
  }
}

type FileSource = Extract<SourceConnection, { kind: 'auth0' | 'keycloak' | 'ndjson' }>;

/** The files of a source, in reading order. */
export function filesOf({
  kind,
  connection,
}: FileSource): ({ uploadId: string } | { url: string })[] {
  if (kind === 'ndjson') return [connection.file];
  if (kind === 'keycloak') return connection.files;
  return connection.passwords ? [connection.users, connection.passwords] : [connection.users];
}

const originsOf = (source: SourceConnection): string =>
  [...new Set(urlsOf(source).map((url) => new URL(url).origin + new URL(url).host))]
    .sort()
    .join(' ');

/**
 * Whether a stored credential may be sent to the source's current address: only to the receiver
 * that it was given for.
 */
export const isSameReceiver = (before: SourceConnection, after: SourceConnection): boolean =>
  before.kind === after.kind && originsOf(before) === originsOf(after);
