import type { Egress } from '@platform/kit/egress';
import type { ObjectStores } from '@platform/kit/objects';
import type { SourceCredential, SourceRecord } from '../sources/migration-source.ts';
import { auth0Password, auth0User } from './auth0-records.ts';
import type { SourceFile } from './file-content.ts';
import { httpReader } from './http-source.ts';
import { keycloakReader } from './keycloak-reader.ts';
import { ldapImportReader } from './ldap-reader.ts';
import { lineReader, plainRecord } from './ndjson-reader.ts';
import type { SourceReader } from './source-reader.ts';

export interface ReaderOptions {
  egress: Pick<Egress, 'request' | 'connect' | 'stream'>;
  stores: ObjectStores;
  maxFileBytes: number;
  clock: () => number;
}

const ldapTimeoutMs = 30_000;

/**
 * The reader of a source. `files` are those of its connection, in order; sources that are called
 * have none.
 */
export function readerOf(
  source: SourceRecord,
  files: readonly SourceFile[],
  {
    egress,
    clock,
    tenantId,
    credential,
  }: ReaderOptions & { tenantId: string; credential: SourceCredential | undefined },
): SourceReader {
  const [users, passwords] = files;
  switch (source.kind) {
    case 'http':
      return httpReader({ egress, tenantId, credential, clock, connection: source.connection });
    case 'ldap': {
      const { connection } = source;
      return ldapImportReader({ egress, connection, credential, timeoutMs: ldapTimeoutMs });
    }
    case 'keycloak':
      return keycloakReader(files);
    case 'auth0':
      return lineReader([
        { file: users as SourceFile, decode: auth0User },
        ...(passwords ? [{ file: passwords, decode: auth0Password }] : []),
      ]);
    case 'ndjson':
      return lineReader([{ file: users as SourceFile, decode: plainRecord }]);
  }
}
