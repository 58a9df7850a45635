import type { Tx } from '@platform/kit/database';
import { jobKind } from '@platform/kit/jobs';
import type { ActiveJob } from '@platform/kit/jobs';
import { z } from 'zod';
import type { DirectoryRecord } from '../directories/directories.ts';
import type { Provisioning } from '../provisioning/directories/provisioned.ts';
import type { RemoteReader } from './sources/remote-records.ts';
import type { LeavingLimits } from './leaving-guard.ts';
import type { AskAboutNewcomers } from './newcomers.ts';
import type { SyncProgress } from './sync-progress.ts';
import type { SyncRunRecord } from './sync-run-record.ts';

/** Reads a directory. Its progress is stored in the run; a retried job continues from there. */
export const directorySyncKind = jobKind({
  name: 'directory_sync',
  payload: z.object({ directoryId: z.string(), runId: z.string() }),
  perTenant: 4,
  maxAttempts: 10,
  resetAttemptsOnCheckpoint: true,
});

export type SyncJob = ActiveJob<z.output<typeof directorySyncKind.payload>>;

export interface SyncJobOptions {
  /** The reader of a directory's source; undefined if no credential is set. */
  readerOf: (
    tx: Tx,
    directory: DirectoryRecord,
    position: Record<string, unknown> | null,
  ) => Promise<RemoteReader | undefined>;
  /**
   * The provisioning context of a write. @throws SourceFault if the directory is suspended, deleted
   * or without a credential
   */
  provisioningOf: (tx: Tx, directory: DirectoryRecord) => Promise<Provisioning>;
  /** The digest of the mapping of a directory's users. */
  mappingOf: (tx: Tx, directory: DirectoryRecord) => Promise<string>;
  /** Which users of a page, whom the directory does not have yet, were erased. */
  erasedAmong: AskAboutNewcomers;
  limits: LeavingLimits;
  clock: () => number;
  random: () => number;
}

/** The progress of a run, for the next attempt. */
export interface SyncCheckpoint {
  next: unknown;
  position: Record<string, unknown> | null;
  progress: SyncProgress;
  /** The source was read to its end. */
  isRead: boolean;
  /** Number of staged pages. */
  staged: number;
  listedGroups: number;
  listedMembers: number;
  /**
   * The guard has let the run write. It is not asked again, since its counts change with each
   * write.
   */
  mayWrite: boolean;
}

export interface SyncContext extends SyncJobOptions {
  job: SyncJob;
  run: SyncRunRecord;
  directory: DirectoryRecord;
}
