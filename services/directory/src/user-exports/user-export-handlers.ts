import type { UserExportPart, UserFilter, userExportOperations } from '@platform/contracts';
import { maxBulkUsers } from '@platform/contracts';
import { auditDownload, storedFileAnswer } from '@platform/data-lifecycle/file-exports';
import { lock } from '@platform/kit/database';
import type { Cursors, Tx } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import type { Jobs } from '@platform/kit/jobs';
import { objectKey } from '@platform/kit/objects';
import type { ObjectStores } from '@platform/kit/objects';
import { problem } from '@platform/kit/problem';
import { directoryLocks } from '../advisory-locks.ts';
import { exactCountOf, userCounter } from '../counters/counters.ts';
import { countUsersByStatus, refuseProperty, userFilterOf } from '../users/users.ts';
import { userExportKind } from './user-export-job.ts';
import { userExportRemoval } from './user-export-removal.ts';
import {
  countOpenUserExports,
  existingUserExport,
  findUserExportPart,
  insertUserExport,
  listPartsOf,
  listUserExports,
  lockedUserExport,
} from './user-export-store.ts';
import type { UserExportRecord } from './user-export-store.ts';
import { publishUserExport, userExportResource } from './user-export-view.ts';

const maxOpen = 2;

const shown = async (tx: Tx, found: UserExportRecord) =>
  userExportResource(found, (await listPartsOf(tx, [found.id]))(found.id));

/** Number of users that an export will contain; null if there are too many to count. */
async function countUsers(tx: Tx, filter: UserFilter): Promise<number | null> {
  if (Object.keys(filter).length === 0) return exactCountOf(tx, userCounter);
  const rows = await countUsersByStatus(tx, userFilterOf(filter, refuseProperty), maxBulkUsers + 1);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return total > maxBulkUsers ? null : total;
}

/** Returns a part that can be downloaded. @throws 404, 409 */
async function downloadable(
  tx: Tx,
  id: string,
  part: number,
): Promise<{ found: UserExportRecord; part: UserExportPart }> {
  const found = await existingUserExport(tx, id);
  if (found.state !== 'COMPLETED')
    throw problem('invalid_state', { detail: `The export is ${found.state} and has no files` });
  const row = await findUserExportPart(tx, id, part);
  if (!row) throw problem('not_found', { detail: `The export has no part ${part}` });
  return { found, part: row };
}

export const userExportHandlers = ({
  cursors,
  jobs,
  stores,
}: {
  cursors: Cursors;
  jobs: Pick<Jobs, 'enqueue' | 'cancelByKey'>;
  stores: ObjectStores;
}): Handlers<typeof userExportOperations> => ({
  async userExportCreate({ tx, principal: { type, id: by }, body: request }) {
    const total = await countUsers(tx, request.filter ?? {});
    await lock(tx, directoryLocks.userExports, tx.context.tenantId);
    if ((await countOpenUserExports(tx)) >= maxOpen)
      throw problem('limit_exceeded', {
        detail: `A tenant can have at most ${maxOpen} exports of users pending or running`,
      });
    const id = newId('userExport');
    const created = await insertUserExport(tx, {
      id,
      request,
      requestedBy: { type, id: by },
      location: stores.current.location,
      total,
    });
    await jobs.enqueue(tx, userExportKind, { exportId: id }, { dedupeKey: id });
    await publishUserExport(tx, 'created', created);
    return userExportResource(created, []);
  },

  async userExportList({ tx, principal: { tenantId }, query: { limit, cursor, state } }) {
    const bound = { tenantId, list: 'user exports', filters: state };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const rows = await listUserExports(tx, before as string | undefined, {
      limit: limit + 1,
      inState: state,
    });
    const partsOf = await listPartsOf(
      tx,
      rows.map(({ id }) => id),
    );
    return cursors.page(bound, rows, limit, {
      position: ({ id }) => [id],
      present: (row) => userExportResource(row, partsOf(row.id)),
    });
  },

  userExportGet: async ({ tx, params }) => shown(tx, await existingUserExport(tx, params.id)),

  async userExportDownload({ params, query, read, transact, ...by }) {
    const { tenantId } = by.principal;
    const { found, part } = await read((tx) => downloadable(tx, params.id, query.part));
    const store = stores.at(found.location);
    const answer = await storedFileAnswer(store, objectKey(tenantId, found.id, part.name), part);
    await transact((tx) =>
      auditDownload(tx, by, {
        operationId: 'userExportDownload',
        subject: { type: 'user_export', id: found.id },
        details: { part: part.part },
      }),
    );
    return answer;
  },

  async userExportDelete({ tx, params, ifMatch }) {
    const found = await lockedUserExport(tx, params.id);
    ifMatch(contentVersion(await shown(tx, found)));
    await userExportRemoval.stop(tx, found, { jobs, job: userExportKind });
    return { id: found.id, deleted: true as const };
  },
});
