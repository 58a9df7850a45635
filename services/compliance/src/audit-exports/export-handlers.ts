import type { CreateAuditExportRequest, auditExportOperations } from '@platform/contracts';
import { auditDownload, storedFileAnswer } from '@platform/data-lifecycle/file-exports';
import { lock } from '@platform/kit/database';
import type { Cursors, Tx } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import type { Jobs } from '@platform/kit/jobs';
import { objectKey } from '@platform/kit/objects';
import type { ObjectStores } from '@platform/kit/objects';
import { invalid, problem } from '@platform/kit/problem';
import { complianceLocks } from '../advisory-locks.ts';
import { chainBounds } from '../audit-log/record-scan.ts';
import { databaseNow } from '../database-clock.ts';
import { auditExportKind } from './export-job.ts';
import {
  countOpenExports,
  existingExport,
  findPart,
  insertAuditExport,
  listAuditExportParts,
  listAuditExports,
  listPartsOfExports,
  lockedExport,
} from './export-store.ts';
import type { AuditExportPartRecord, AuditExportRecord, ExportRequest } from './export-store.ts';
import { auditExportRemoval } from './export-removal.ts';
import { auditExportResource, publishExportEvent } from './export-view.ts';

type ExportHandlers = Handlers<typeof auditExportOperations>;

const maxSpanMs = 366 * 86_400_000;

/** Applies the defaults of a request. @throws 422 for a span that is empty, too long, or not over yet */
function checkedRequest(body: CreateAuditExportRequest, now: Date): ExportRequest {
  const [from, to] = [new Date(body.from), new Date(body.to)];
  if (from >= to) throw invalid('/to', 'invalid_format', 'must be later than from');
  if (to > now) throw invalid('/to', 'invalid_format', 'must not be in the future');
  if (to.getTime() - from.getTime() > maxSpanMs)
    throw invalid('/from', 'invalid_format', 'must be at most 366 days before to');
  return {
    ...body,
    from: from.toISOString(),
    to: to.toISOString(),
    includeChain: body.includeChain ?? body.filter === undefined,
  };
}

const shown = async (tx: Tx, found: AuditExportRecord) =>
  auditExportResource(found, await listAuditExportParts(tx, found.id));

/** Returns a part that can be downloaded. @throws 404, 409 */
async function downloadable(
  tx: Tx,
  exportId: string,
  part: number,
): Promise<{ found: AuditExportRecord; part: AuditExportPartRecord }> {
  const found = await existingExport(tx, exportId);
  if (found.state !== 'COMPLETED')
    throw problem('invalid_state', { detail: `The export is ${found.state} and has no files` });
  const row = await findPart(tx, exportId, part);
  if (!row) throw problem('not_found', { detail: `The export has no part ${part}` });
  return { found, part: row };
}

export function auditExportHandlers({
  cursors,
  jobs,
  stores,
  maxActive,
}: {
  cursors: Cursors;
  jobs: Pick<Jobs, 'enqueue' | 'cancelByKey'>;
  stores: ObjectStores;
  maxActive: number;
}): ExportHandlers {
  return {
    async auditExportCreate({ tx, body }) {
      const request = checkedRequest(body, await databaseNow(tx));
      await lock(tx, complianceLocks.auditExports, tx.context.tenantId);
      if ((await countOpenExports(tx)) >= maxActive)
        throw problem('limit_exceeded', {
          detail: `A tenant can have at most ${maxActive} exports pending or running`,
        });
      const { trimmedSeq, lastSeq } = await chainBounds(tx);
      const created = await insertAuditExport(tx, {
        id: newId('auditExport'),
        request,
        location: stores.current.location,
        maxSeq: lastSeq,
        scannedSeq: trimmedSeq,
      });
      const dedupeKey = created.id;
      await jobs.enqueue(tx, auditExportKind, { exportId: created.id }, { dedupeKey });
      await publishExportEvent(tx, 'created', created);
      return auditExportResource(created, []);
    },

    async auditExportList({ tx, principal: { tenantId }, query: { limit, cursor, state } }) {
      const bound = { tenantId, list: 'audit exports', filters: state };
      const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
      const rows = await listAuditExports(tx, before as string | undefined, {
        limit: limit + 1,
        inState: state,
      });
      const ids = rows.map(({ id }) => id);
      const partsOf = await listPartsOfExports(tx, ids);
      return cursors.page(bound, rows, limit, {
        position: ({ id }) => [id],
        present: (row) => auditExportResource(row, partsOf(row.id)),
      });
    },

    async auditExportGet({ tx, params }) {
      return shown(tx, await existingExport(tx, params.exportId));
    },

    async auditExportDownload({ params, query, read, transact, ...by }) {
      const { tenantId } = by.principal;
      const { found, part } = await read((tx) => downloadable(tx, params.exportId, query.part));
      const store = stores.at(found.location);
      const answer = await storedFileAnswer(store, objectKey(tenantId, found.id, part.name), part);
      await transact((tx) =>
        auditDownload(tx, by, {
          operationId: 'auditExportDownload',
          subject: { type: 'audit_export', id: found.id },
          details: { part: part.part },
        }),
      );
      return answer;
    },

    async auditExportDelete({ tx, params, ifMatch }) {
      const found = await lockedExport(tx, params.exportId);
      ifMatch(contentVersion(await shown(tx, found)));
      await auditExportRemoval.stop(tx, found, { jobs, job: auditExportKind });
      return { id: found.id, deleted: true as const };
    },
  };
}
