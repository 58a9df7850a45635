import { isId } from '@platform/contracts';
import type { ModelTestInput, fgaModelOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import type { ConsistencyTokens } from '../store/consistency-token.ts';
import { findStore } from '../store/store-row.ts';
import { compileModel } from './compiled-model.ts';
import type { CompiledModel } from './compiled-model.ts';
import type { DslWorker } from './dsl-worker.ts';
import { readCheckedModel } from './model-reading.ts';
import { modelResource, modelSummary, modelVersion } from './model-record.ts';
import type { ModelStanding } from './model-record.ts';
import type { ModelLimits } from './model-rules.ts';
import { findModel, listModels } from './model-store.ts';
import type { ModelRecord } from './model-store.ts';
import type { ModelWriter } from './model-writes.ts';
import { noActiveModel } from './no-active-model.ts';

/** What the handlers of models need. */
export interface ModelHandlerOptions {
  cursors: Cursors;
  writer: ModelWriter;
  worker: DslWorker;
  tokens: ConsistencyTokens;
  limits: ModelLimits & { maxTuples: number };
  /** Runs the tests that a model carries. Rejects with 422 when one fails. */
  runTests: (model: CompiledModel, tests: readonly ModelTestInput[]) => Promise<void>;
}

const shown = (record: ModelRecord, standing: ModelStanding) =>
  answer(modelResource(record, standing), { version: modelVersion(record, standing.active) });

/** Handlers of the store and of the versions of its model. */
export const modelHandlers = ({
  cursors,
  writer,
  worker,
  tokens,
  limits,
  runTests,
}: ModelHandlerOptions): Handlers<typeof fgaModelOperations> => ({
  async fgaStoreGet({ tx, principal: { tenantId } }) {
    const {
      activeModelId = null,
      revision = 0,
      tupleCount = 0,
      modelCount = 0,
      updatedAt = new Date(0),
    } = (await findStore(tx)) ?? {};
    return {
      activeModelId,
      revision,
      tupleCount,
      maxTuples: limits.maxTuples,
      modelCount,
      consistencyToken: tokens.encode(tenantId, revision),
      updatedAt: updatedAt.toISOString(),
    };
  },

  async fgaModelList({ tx, principal, query: { limit, cursor } }) {
    const bound = { tenantId: principal.tenantId, list: 'fga models' };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const active = (await findStore(tx))?.activeModelId;
    const rows = await listModels(tx, before as string | undefined, limit + 1);
    return cursors.page(bound, rows, limit, {
      position: (m) => [m.id],
      present: (m) => modelSummary(m, { active: m.id === active, created: true }),
    });
  },

  async fgaModelWrite({ body, commit, audit }) {
    const checked = await readCheckedModel(body, worker, limits);
    if (body.tests.length > 0) await runTests(compileModel(checked.model), body.tests);
    const dsl = await worker.print(checked.model);
    return commit(async (tx) => {
      const { record, active, created } = await writer.write(tx, { ...checked, dsl }, body);
      audit({ details: { checksum: record.checksum, created, active, dryRun: body.dryRun } });
      return shown(record, { active, created });
    });
  },

  async fgaModelGet({ tx, params: { modelId } }) {
    const active = (await findStore(tx))?.activeModelId ?? undefined;
    if (modelId === 'active' && active === undefined) throw noActiveModel();
    const id = modelId === 'active' ? (active as string) : modelId;
    const record = isId('fgaModel', id) ? await findModel(tx, id) : undefined;
    return shown(found(record), { active: id === active, created: true });
  },

  async fgaModelActivate({ tx, params: { modelId }, ifMatch }) {
    if (!isId('fgaModel', modelId)) throw problem('not_found');
    const { record, active, created } = await writer.activate({ tx, ifMatch }, modelId);
    return shown(record, { active, created });
  },
});
