import { isId } from '@platform/contracts';
import type { ModelWrite } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import type { DslWorker } from '../language/dsl-worker.ts';
import { noActiveModel } from './model-cache.ts';
import { readCheckedModel } from '../validation/model-reading.ts';
import type { CheckedModel } from '../validation/model-reading.ts';
import type { ModelLimits } from '../validation/model-rules.ts';
import { findModel, listModels, listWholeModels } from './model-store.ts';
import type { ModelRecord, ModelSummaryRecord } from './model-store.ts';
import type { StoredModel, ValidModel, ModelWriter } from './model-writes.ts';
import { findStore } from '../store/store-row.ts';

/** The versions of a store's authorization model, with `runTests` to run the tests that a model carries. */
export const modelVersions = ({
  worker,
  writer,
  limits,
  runTests,
}: {
  worker: DslWorker;
  writer: ModelWriter;
  limits: ModelLimits;
  runTests: (model: CheckedModel['model'], tests: ModelWrite['tests']) => Promise<void>;
}) => ({
  ...writer,

  /** Parses, validates and tests a model, outside of a transaction; 422 with all findings of the stage that fails. */
  async validate({
    tests,
    ...input
  }: Pick<ModelWrite, 'dsl' | 'model' | 'tests'>): Promise<ValidModel> {
    const checked = await readCheckedModel(input, worker, limits);
    if (tests.length > 0) await runTests(checked.model, tests);
    return { ...checked, dsl: await worker.print(checked.model) };
  },

  /** The version of this id, or the `active` one; 404, or 409 `no_active_model`. */
  async get(tx: Tx, asked: string): Promise<StoredModel> {
    const activeId = (await findStore(tx))?.activeModelId ?? undefined;
    if (asked === 'active' && activeId === undefined) throw noActiveModel();
    const id = asked === 'active' ? (activeId as string) : asked;
    const record = isId('fgaModel', id) ? await findModel(tx, id) : undefined;
    return { ...found(record), active: id === activeId, created: true };
  },

  /** Versions behind an id, newest first. */
  async list(
    tx: Tx,
    behind: string | undefined,
    limit: number,
  ): Promise<(ModelSummaryRecord & { active: boolean })[]> {
    const active = (await findStore(tx))?.activeModelId;
    const rows = await listModels(tx, behind, limit);
    return rows.map((row) => ({ ...row, active: row.id === active }));
  },

  /** The active version, then the others behind an id, newest first. */
  async listActiveFirst(
    tx: Tx,
    behind: string | undefined,
    limit: number,
  ): Promise<(ModelRecord & { active: boolean })[]> {
    const activeId = (await findStore(tx))?.activeModelId ?? undefined;
    const others = (await listWholeModels(tx, behind, limit + 1)).filter(
      ({ id }) => id !== activeId,
    );
    const first = behind === undefined && activeId ? await findModel(tx, activeId) : undefined;
    const listed = [...(first ? [first] : []), ...others].slice(0, limit);
    return listed.map((row) => ({ ...row, active: row.id === activeId }));
  },
});
