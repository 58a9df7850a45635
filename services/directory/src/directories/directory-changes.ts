import type { EventTypeName } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { DirectoryRecord, DirectoryState } from './directory-record.ts';
import { afterConnection } from './directory-states.ts';
import type { ConnectionFinding } from './directory-states.ts';
import { lockDirectory, touchInbound, updateDirectory } from './directory-store.ts';

type DirectoryEvent = Extract<EventTypeName, `directory.${string}`>;

/**
 * A directory as events show it: without its configuration, which may contain whole metadata
 * documents.
 */
const published = (d: DirectoryRecord) => ({
  id: d.id,
  organizationId: d.organizationId,
  name: d.name,
  kind: d.kind,
  provider: d.provider,
  state: d.state,
  stateReason: d.stateReason,
  createdAt: d.createdAt.toISOString(),
  updatedAt: d.updatedAt.toISOString(),
});

export const publishDirectoryEvent = (
  tx: Tx,
  type: DirectoryEvent,
  directory: DirectoryRecord,
  more: Record<string, unknown> = {},
) =>
  tx.publish({
    type,
    subject: { type: 'directory', id: directory.id },
    organizationId: directory.organizationId,
    data: { directory: published(directory), ...more },
  });

const eventOfState: Record<DirectoryState, DirectoryEvent | undefined> = {
  pending: undefined,
  active: 'directory.activated',
  invalid_credentials: 'directory.degraded',
  unreachable: 'directory.degraded',
  suspended: 'directory.suspended',
  deleting: 'directory.deleted',
};

/** Writes a directory as its next version and publishes state changes. */
export async function writeDirectory(
  tx: Tx,
  before: DirectoryRecord,
  after: DirectoryRecord,
  now: number,
): Promise<DirectoryRecord> {
  const written = { ...after, version: before.version + 1, updatedAt: new Date(now) };
  await updateDirectory(tx, written);
  if (before.state === written.state) return written;
  const isResumed = before.state === 'suspended' && written.state === 'pending';
  const type = isResumed ? 'directory.resumed' : eventOfState[written.state];
  if (type !== undefined)
    await publishDirectoryEvent(
      tx,
      type,
      written,
      type === 'directory.degraded' ? { error: written.stateReason } : {},
    );
  return written;
}

/**
 * Updates the state of a directory after a connection or an attempt. The caller has locked the
 * directory.
 */
export async function noteConnection(
  tx: Tx,
  directory: DirectoryRecord,
  finding: ConnectionFinding,
  now: number,
): Promise<DirectoryRecord> {
  const after = afterConnection(directory, finding);
  const isSame = after.state === directory.state && after.failedSyncs === directory.failedSyncs;
  return isSame ? directory : writeDirectory(tx, directory, after, now);
}

/**
 * Marks the directory connected after an authenticated SCIM request. Writes at most once a minute.
 */
export async function noteInbound(tx: Tx, directory: DirectoryRecord, now: number): Promise<void> {
  await touchInbound(tx, directory.id);
  if (directory.state === 'active' || directory.state === 'suspended') return;
  const locked = await lockDirectory(tx, directory.id);
  if (locked) await noteConnection(tx, locked, 'connected', now);
}

/**
 * Keeps the report of a probe and updates the state of the directory, which the caller has locked.
 */
export async function keepProbe(
  tx: Tx,
  directory: DirectoryRecord,
  { report, isRefused }: { report: NonNullable<DirectoryRecord['lastProbe']>; isRefused: boolean },
  now: number,
): Promise<void> {
  const probed = { ...directory, lastProbe: report };
  const finding = report.ok ? 'connected' : 'refused';
  // A host that missed one probe does not prove the directory unreachable.
  const after = report.ok || isRefused ? afterConnection(probed, finding) : probed;
  await writeDirectory(tx, directory, after, now);
}
