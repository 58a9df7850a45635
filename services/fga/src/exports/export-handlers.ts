import type { fgaExportOperations } from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import type { Cursors } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { found, problem } from '@platform/kit/problem';
import type { Jobs } from '@platform/kit/jobs';
import type { RelationEngine } from '@platform/relations';
import { exportFact, exportResource } from './export-resource.ts';
import {
  deleteExport,
  findExport,
  findOpenExport,
  insertExport,
  listExports,
  listFound,
} from './export-store.ts';
import { abandonExport } from './export-sweep.ts';
import type { AbandonOptions } from './export-sweep.ts';

const inProgress = (activeExportId?: string) =>
  problem('conflict', {
    detail: 'Another export is pending or running; wait for it or cancel it',
    errors: [
      {
        code: 'export_in_progress',
        detail: 'Another export is pending or running; wait for it or cancel it',
      },
    ],
    ...(activeExportId ? { members: { activeExportId } } : {}),
  });

export function exportHandlers({
  cursors,
  scan,
  ...abandon
}: AbandonOptions & {
  cursors: Cursors;
  scan: RelationEngine['scan'];
  jobs: Pick<Jobs, 'enqueue' | 'cancelByKey'>;
}): Handlers<typeof fgaExportOperations> {
  return {
    async fgaExportCreate({ tx, body }) {
      const modelId = await scan.modelFor(tx, body, body.modelId);
      const open = await findOpenExport(tx);
      if (open && !(await abandonExport(tx, abandon, open.id))) throw inProgress(open.id);
      const created = await insertExport(tx, {
        id: newId('fgaExport'),
        request: body,
        modelId,
      }).catch((error: unknown) => {
        throw brokenUnique(error) === 'fga_exports__slot_key' ? inProgress() : error;
      });
      await tx.publish(exportFact('created', created));
      await abandon.jobs.enqueue(
        tx,
        abandon.kind,
        { exportId: created.id },
        { dedupeKey: created.id },
      );
      return exportResource(created);
    },

    async fgaExportList({ tx, principal, query: { limit, cursor } }) {
      const bound = { tenantId: principal.tenantId, list: 'list-objects-exports' };
      const [before] = cursor === undefined ? [] : (cursors.decode(bound, cursor) as [string]);
      return cursors.page(bound, await listExports(tx, before, limit + 1), limit, {
        position: (row) => [row.id],
        present: exportResource,
      });
    },

    fgaExportGet: async ({ tx, params: { id } }) => exportResource(found(await findExport(tx, id))),

    async fgaExportResult({ tx, principal, params: { id }, query: { limit, cursor } }) {
      const { state } = found(await findExport(tx, id));
      if (state === 'EXPIRED') throw problem('not_found');
      if (state !== 'COMPLETED')
        throw problem('invalid_state', { detail: `The export is ${state}` });
      const bound = { tenantId: principal.tenantId, list: 'list-objects-export', filters: id };
      const after =
        cursor === undefined
          ? ([0, 0] as const)
          : (cursors.decode(bound, cursor) as [number, number]);
      return cursors.page(bound, await listFound(tx, id, after, limit + 1), limit, {
        position: (row) => [row.page, row.index],
        present: (row) => row.object,
      });
    },

    async fgaExportDelete({ tx, params: { id }, ifMatch }) {
      const deleted = found(await deleteExport(tx, id));
      ifMatch(contentVersion(exportResource(deleted)));
      await abandon.jobs.cancelByKey(tx, abandon.kind, id);
      await tx.publish(exportFact('deleted', deleted));
      return { id, deleted: true as const };
    },
  };
}
