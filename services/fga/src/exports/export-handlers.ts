import type { ExportResource, fgaExportOperations } from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import type { Cursors } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { refuse, relationIn, subjectIn, surroundingsIn } from '../check/check-request.ts';
import type { Faults } from '../check/check-request.ts';
import { compileAhead, inlineContexts } from '../conditions/inline-condition.ts';
import type { Models } from '../models/model-cache.ts';
import { findStore } from '../store/store-row.ts';
import {
  deleteExport,
  failExport,
  findExport,
  findOpenExport,
  insertExport,
  listExports,
  listFound,
} from './export-store.ts';
import type { ExportRecord } from './export-store.ts';

/** What the handlers of exports need. */
export interface ExportHandlerOptions {
  cursors: Cursors;
  models: Models;
  maxContextualTuples: number;
  staleMs: number;
  wake: () => void;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** An export as the API shows it. */
const exportResource = (e: ExportRecord): ExportResource => ({
  id: e.id,
  state: e.state,
  subject: e.request.subject,
  relation: e.request.relation,
  type: e.request.type,
  context: e.request.context ?? null,
  contextualTuples: e.request.contextualTuples ?? [],
  modelId: e.modelId,
  scanned: e.scanned,
  matched: e.matched,
  unresolved: e.unresolved,
  truncated: e.truncated,
  truncatedBy: e.truncated ? ['max_objects'] : [],
  startRevision: e.startRevision,
  endRevision: e.endRevision,
  attempts: e.attempts,
  error: e.error,
  createdAt: e.createdAt.toISOString(),
  startedAt: iso(e.startedAt),
  updatedAt: e.updatedAt.toISOString(),
  completedAt: iso(e.completedAt),
  expiresAt: iso(e.expiresAt),
});

const inProgress = (activeExportId?: string) =>
  problem('conflict', {
    detail: 'another export is pending or running',
    errors: [{ code: 'export_in_progress', detail: 'another export is pending or running' }],
    ...(activeExportId ? { members: { activeExportId } } : {}),
  });
const orAbsent = (found: ExportRecord | undefined): ExportRecord => {
  if (!found) throw problem('not_found');
  return found;
};

/** What an export's event says of it. */
export const exportFact = (
  type: 'created' | 'completed' | 'failed' | 'deleted',
  record: ExportRecord,
) => {
  const { context: _context, contextualTuples: _tuples, ...shown } = exportResource(record);
  return {
    type: `fga.export_${type}` as const,
    subject: { type: 'fga_export', id: record.id },
    data: { export: shown },
  };
};

/** Handlers of exports. */
export function exportHandlers({
  cursors,
  models,
  maxContextualTuples,
  staleMs,
  wake,
}: ExportHandlerOptions): Handlers<typeof fgaExportOperations> {
  return {
    async fgaExportCreate({ tx, body }) {
      const model = await models.inUse(tx, await findStore(tx), body.modelId);
      const faults: Faults = [];
      subjectIn(model, body.subject, '/subject', faults);
      if (!model.types.has(body.type))
        faults.push({
          pointer: '/type',
          code: 'type_not_found',
          detail: `the model has no type ${body.type}`,
        });
      relationIn(model, body.type, body.relation, '/relation', faults);
      if (model.takesInline) await compileAhead(inlineContexts(body.contextualTuples));
      surroundingsIn(model, body, { now: Date.now(), maxContextualTuples }, faults);
      refuse(faults);
      const open = await findOpenExport(tx);
      const abandoned =
        open &&
        (await failExport(
          tx,
          open.id,
          { code: 'abandoned', detail: 'nothing moved for too long' },
          { staleMs },
        ));
      if (open && !abandoned) throw inProgress(open.id);
      if (abandoned) await tx.publish(exportFact('failed', abandoned));
      const created = await insertExport(tx, {
        id: newId('fgaExport'),
        request: body,
        modelId: model.id,
      }).catch((error: unknown) => {
        throw brokenUnique(error) === 'fga_exports__slot_key' ? inProgress() : error;
      });
      await tx.publish(exportFact('created', created));
      tx.afterCommit(wake);
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

    fgaExportGet: async ({ tx, params: { id } }) =>
      exportResource(orAbsent(await findExport(tx, id))),

    async fgaExportResult({ tx, principal, params: { id }, query: { limit, cursor } }) {
      const { state } = orAbsent(await findExport(tx, id));
      if (state === 'EXPIRED') throw problem('not_found');
      if (state !== 'COMPLETED')
        throw problem('invalid_state', { detail: `the export is ${state}` });
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
      const deleted = orAbsent(await deleteExport(tx, id));
      ifMatch(contentVersion(exportResource(deleted)));
      await tx.publish(exportFact('deleted', deleted));
      return { id, deleted: true as const };
    },
  };
}
