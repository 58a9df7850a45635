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

/** Reads a directory. Its progress is in the run; a retried job continues from there. */
export const directorySyncKind = jobKind({
  name: 'directory_sync',
  payload: z.object({ directoryId: z.string(), runId: z.string() }),
  perTenant: 4,
  maxAttempts: 10,
  resetAttemptsOnCheckpoint: true,
});

/** A run of the job of syncs. */
export type SyncJob = ActiveJob<z.output<typeof directorySyncKind.payload>>;

/** The dependencies of the sync job. */
export interface SyncJobOptions {
  /** A reader of a directory's source; undefined where no credential is set. */
  readerOf: (
    tx: Tx,
    directory: DirectoryRecord,
    position: Record<string, unknown> | null,
  ) => Promise<RemoteReader | undefined>;
  /** For a write. @throws SourceFault once the directory is suspended, deleted or without a credential */
  provisioningOf: (tx: Tx, directory: DirectoryRecord) => Promise<Provisioning>;
  /** The digest of what users of the directory are mapped by. */
  mappingOf: (tx: Tx, directory: DirectoryRecord) => Promise<string>;
  /** Which of the users of a page, whom the directory does not have yet, were erased. */
  erasedAmong: AskAboutNewcomers;
  limits: LeavingLimits;
  clock: () => number;
  random: () => number;
}

/** How far a run has come, as the next attempt finds it. */
export interface SyncCheckpoint {
  next: unknown;
  position: Record<string, unknown> | null;
  progress: SyncProgress;
  /** The source was read to its end. */
  isRead: boolean;
  /** Pages that were staged. */
  staged: number;
  listedGroups: number;
  listedMembers: number;
  /** The guard has let the run write: it is not asked again, since its numbers change with each write. */
  mayWrite: boolean;
}

/** A run under way. */
export interface SyncContext extends SyncJobOptions {
  job: SyncJob;
  run: SyncRunRecord;
  directory: DirectoryRecord;
}
