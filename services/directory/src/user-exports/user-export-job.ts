import { contentTypeOf, encoded, recordsName } from '@platform/data-lifecycle/file-exports';
import type { Tx } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobMount } from '@platform/kit/jobs';
import { objectKey } from '@platform/kit/objects';
import type { ObjectStores } from '@platform/kit/objects';
import { z } from 'zod';
import type { AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import { userResource } from '../users/user-record.ts';
import { listUsers, refuseProperty, userFilterOf } from '../users/users.ts';
import {
  advanceUserExport,
  completeUserExport,
  countUserExportParts,
  endUserExport,
  findUserExport,
  insertUserExportPart,
  startUserExport,
} from './user-export-store.ts';
import type { UserExportRecord } from './user-export-store.ts';
import { publishUserExport } from './user-export-view.ts';
import { csvHeader, csvLines, ndjsonLines } from './user-lines.ts';

const payload = z.object({ exportId: z.string() });

export const userExportKind = jobKind({
  name: 'user_export',
  payload,
  concurrency: 2,
  perTenant: 2,
  maxAttempts: 5,
  // A long export may fail often, but not repeatedly at one position.
  resetAttemptsOnCheckpoint: true,
  leaseMs: 60_000,
});

type Job = ActiveJob<z.output<typeof payload>>;

export interface UserExportOptions {
  stores: ObjectStores;
  schemas: Pick<AttributeSchemas, 'read'>;
  /** Number of users in one file. */
  partUsers: number;
  retentionMs: number;
}

const usersAtOnce = 500;

/** The users of a file, complete after its last line has been read. */
interface PartContent {
  records: number;
  lastUserId: string | null;
  isLast: boolean;
}

/** Yields the lines of the next file: up to `partUsers` users below the last one. */
function userLines(
  { request, lastUserId }: UserExportRecord,
  { schemas, partUsers }: UserExportOptions,
  job: Job,
): { lines: AsyncIterable<string>; content: PartContent } {
  const content: PartContent = { records: 0, lastUserId, isLast: false };
  const filter = userFilterOf(request.filter ?? {}, refuseProperty);
  const linesOf = request.format === 'csv' ? csvLines : ndjsonLines;
  const nextUsers = (limit: number) =>
    job.read(async (tx: Tx) => {
      const users = await listUsers(tx, filter, content.lastUserId ?? undefined, limit);
      const schema = await schemas.read(tx, 'user');
      return users.map((user) => userResource(user, schema));
    });

  async function* lines(): AsyncGenerator<string> {
    if (request.format === 'csv') yield csvHeader();
    while (content.records < partUsers) {
      job.signal.throwIfAborted();
      const limit = Math.min(usersAtOnce, partUsers - content.records);
      const users = await nextUsers(limit);
      content.records += users.length;
      content.lastUserId = users.at(-1)?.id ?? content.lastUserId;
      content.isLast = users.length < limit;
      if (users.length > 0) yield linesOf(users);
      if (content.isLast) return;
    }
  }
  return { lines: lines(), content };
}

/** Writes the next file, and records it with the position; undefined if the export has ended. */
async function writePart(
  options: UserExportOptions,
  job: Job,
  found: UserExportRecord,
): Promise<UserExportRecord | undefined> {
  const { retentionMs, stores } = options;
  const part = (await job.read((tx) => countUserExportParts(tx, found.id))) + 1;
  const name = recordsName(found.request, part);
  const { lines, content } = userLines(found, options, job);
  // Replaces a leftover of the same name from a failed attempt.
  const stored = await stores
    .at(found.location)
    .put(objectKey(job.tenantId, found.id, name), encoded(lines, found.request.compression), {
      contentType: contentTypeOf({ name }),
      signal: job.signal,
    });
  return job.transact(async (tx) => {
    const advanced = await advanceUserExport(tx, found.id, content);
    if (!advanced) return undefined;
    if (content.records > 0 || part === 1)
      await insertUserExportPart(tx, found.id, {
        part,
        name,
        records: content.records,
        bytes: stored.size,
        sha256: stored.sha256,
      });
    await job.checkpoint(tx, { part }, { records: advanced.records });
    if (!content.isLast) return advanced;
    const completed = await completeUserExport(tx, found.id, retentionMs);
    if (completed) await publishUserExport(tx, 'completed', completed);
    return undefined;
  });
}

/** Makes exports file by file; an attempt resumes after the last recorded file. */
export const userExportJob = (options: UserExportOptions): JobMount =>
  handleJob(userExportKind, {
    async run(job) {
      let found = await job.transact((tx) => startUserExport(tx, job.payload.exportId));
      while (found) found = await writePart(options, job, found);
    },
    async onEnded(tx, job) {
      const found = await findUserExport(tx, job.payload.exportId);
      if (!found || !['PENDING', 'RUNNING'].includes(found.state)) return;
      const detail = 'The export failed. Create another one, or ask the operator.';
      const failed = await endUserExport(tx, found.id, 'FAILED', { code: 'export_failed', detail });
      if (failed) await publishUserExport(tx, 'failed', failed);
    },
  });
