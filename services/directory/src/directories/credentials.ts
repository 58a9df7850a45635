import type {
  Actor,
  ConnectorCredentialInput,
  ConnectorCredentialResource,
} from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import type { SealedColumn } from '@platform/kit/upkeep';
import type { SealContext, SecretBox } from '@platform/kit/secrets';
import { acceptedCredential } from './credential-rules.ts';
import { deleteCredential, findCredential, upsertCredential } from './credential-store.ts';
import type { CredentialRecord } from './credential-store.ts';
import { publishDirectoryEvent, writeDirectory } from './directory-changes.ts';
import { isPullKind } from './directory-record.ts';
import type { DirectoryRecord } from './directory-record.ts';
import { afterCredentialCleared } from './directory-states.ts';

const contextOf = (tenantId: string, directoryId: string): SealContext => ({
  tenantId,
  field: `connector_credentials/${directoryId}`,
});

/** The column, for resealing. */
export const sealedConnectorCredentials: SealedColumn = {
  table: 'connector_credentials',
  column: 'sealed',
  key: ['directory_id'],
  contextOf,
};

export const credentialResource = (c: CredentialRecord): ConnectorCredentialResource => ({
  hasCredential: true,
  type: c.type,
  ...c.account,
  secretLast4: c.secretLast4,
  notAfter: isoTime(c.notAfter),
  setAt: c.setAt.toISOString(),
  setBy: c.setBy,
});

/**
 * Replaces the credential of a directory, which the caller has locked. A pulled directory becomes
 * due immediately.
 */
export async function setCredential(
  tx: Tx,
  directory: DirectoryRecord,
  { credential, setBy }: { credential: ConnectorCredentialInput; setBy: Actor },
  { secrets, now }: { secrets: Pick<SecretBox, 'seal'>; now: number },
): Promise<CredentialRecord> {
  const record: CredentialRecord = {
    ...acceptedCredential(directory, credential),
    directoryId: directory.id,
    type: credential.type,
    sealed: secrets.seal(JSON.stringify(credential), contextOf(tx.context.tenantId, directory.id)),
    setAt: new Date(now),
    setBy,
  };
  await upsertCredential(tx, record);
  const isPulled = isPullKind(directory.kind) && directory.state !== 'suspended';
  const nextSyncAt = isPulled && directory.sync?.enabled ? new Date(now) : directory.nextSyncAt;
  const after = await writeDirectory(tx, directory, { ...directory, nextSyncAt }, now);
  await publishDirectoryEvent(tx, 'directory.credential_set', after);
  return record;
}

/**
 * Destroys the credential of a directory, which the caller has locked. Returns false if there is
 * none.
 */
export async function clearCredential(
  tx: Tx,
  directory: DirectoryRecord,
  now: number,
): Promise<boolean> {
  if (!(await deleteCredential(tx, directory.id))) return false;
  const idle = { ...afterCredentialCleared(directory), nextSyncAt: null };
  const after = await writeDirectory(tx, directory, idle, now);
  await publishDirectoryEvent(tx, 'directory.credential_cleared', after);
  return true;
}

/** Opens the credential of a directory; undefined if none is set. */
export async function openCredential(
  tx: Tx,
  directoryId: string,
  secrets: Pick<SecretBox, 'open'>,
): Promise<ConnectorCredentialInput | undefined> {
  const record = await findCredential(tx, directoryId);
  if (!record) return undefined;
  const opened = secrets.open(record.sealed, contextOf(tx.context.tenantId, directoryId));
  return JSON.parse(opened) as ConnectorCredentialInput;
}

export const hasCredential = async (tx: Tx, directoryId: string): Promise<boolean> =>
  (await findCredential(tx, directoryId)) !== undefined;
