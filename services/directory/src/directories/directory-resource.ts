import type { DirectoryResource, SyncRunResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import {
  directoryGroupCounter,
  directoryUserCounter,
  exactCountsOf,
} from '../counters/counters.ts';
import { credentialResource } from './credentials.ts';
import { listCredentials } from './credential-store.ts';
import type { DirectoryRecord } from './directory-record.ts';

/** Sources of the fields that the API adds to a directory. */
export interface DirectoryViews {
  /** The origin, and path if any, under which SCIM is served. */
  scimBaseUrl: string;
  /** The latest run of each of these directories. */
  lastSyncs: (tx: Tx, directoryIds: readonly string[]) => Promise<readonly SyncRunResource[]>;
}

export async function directoryResources(
  tx: Tx,
  directories: readonly DirectoryRecord[],
  { scimBaseUrl, lastSyncs }: DirectoryViews,
): Promise<DirectoryResource[]> {
  const ids = directories.map(({ id }) => id);
  const credentials = await listCredentials(tx, ids);
  const runs = await lastSyncs(tx, ids);
  const counters = ids.flatMap((id) => [directoryUserCounter(id), directoryGroupCounter(id)]);
  const counts = await exactCountsOf(tx, counters);
  return directories.map((d) => {
    const credential = credentials.find((c) => c.directoryId === d.id);
    return {
      id: d.id,
      organizationId: d.organizationId,
      name: d.name,
      kind: d.kind,
      provider: d.provider,
      config: d.config,
      attributeMapping: d.attributeMapping,
      deprovisioning: d.deprovisioning,
      onDelete: d.onDelete,
      sync: d.sync,
      state: d.state as DirectoryResource['state'],
      stateReason: d.stateReason,
      scimBaseUrl: d.kind === 'scim' ? `${scimBaseUrl.replace(/\/$/, '')}/scim/v2/${d.id}` : null,
      hasCredential: credential !== undefined,
      credential: credential ? credentialResource(credential) : null,
      counts: {
        users: counts.get(directoryUserCounter(d.id)) ?? 0,
        groups: counts.get(directoryGroupCounter(d.id)) ?? 0,
      },
      lastSync: runs.find((run) => run.directoryId === d.id) ?? null,
      lastProbe: d.lastProbe,
      lastInboundAt: isoTime(d.lastInboundAt),
      createdAt: d.createdAt.toISOString(),
      updatedAt: d.updatedAt.toISOString(),
    };
  });
}
