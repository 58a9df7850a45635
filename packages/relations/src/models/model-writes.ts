import { isId } from '@platform/contracts';
import type { ModelWrite } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problemWithReason, found, problem } from '@platform/kit/problem';
import type { RevisionHints } from '../store/revision-hints.ts';
import {
  countModels,
  findStore,
  lockStore,
  modelsOfTenant,
  moveActiveModel,
} from '../store/store-row.ts';
import type { StoreRow } from '../store/store-row.ts';
import type { CheckedModel } from '../validation/model-reading.ts';
import { deleteOldestNeverActive, findModel, insertModel, markActivated } from './model-store.ts';
import type { ModelRecord } from './model-store.ts';
import { warningsOf } from './model-warnings.ts';

/** A model that passed validation, with its text in the language. */
export interface ValidModel extends CheckedModel {
  dsl: string;
}

/** A version, whether it is the active one, and whether it exists: a dry run creates none, and neither does the text of the active one. */
export interface StoredModel extends ModelRecord {
  active: boolean;
  created: boolean;
}

function expectActive(
  store: Pick<StoreRow, 'activeModelId'> | undefined,
  expected: string | null | undefined,
): void {
  const active = store?.activeModelId ?? null;
  if (expected !== undefined && expected !== active) {
    throw problemWithReason('conflict', {
      pointer: '/expectedActiveModelId',
      code: 'precondition',
      detail: active === null ? 'No model is active' : `The active model is ${active}`,
    });
  }
}

export interface ModelWriter {
  write(
    tx: Tx,
    model: ValidModel,
    request: Pick<ModelWrite, 'activate' | 'dryRun' | 'description' | 'expectedActiveModelId'>,
  ): Promise<StoredModel>;
  /**
   * Makes a version the active one; 404 where the tenant has none of this id. `expect` may refuse the version as it was before.
   * Activating the active model changes nothing.
   */
  activate(tx: Tx, id: string, expect?: (before: StoredModel) => void): Promise<StoredModel>;
}

/** Keeps models and moves the pointer to the active one. */
export const modelWriter = ({
  maxModels,
  hints,
}: {
  maxModels: number;
  hints: RevisionHints;
}): ModelWriter => ({
  async write(tx, model, request) {
    const store = request.dryRun ? await findStore(tx) : await lockStore(tx);
    expectActive(store, request.expectedActiveModelId);
    const active = store?.activeModelId ? await findModel(tx, store.activeModelId) : undefined;
    if (active?.checksum === model.checksum) return { ...active, active: true, created: false };
    const record = newModel(tx, model, request.description ?? null, active);
    if (request.dryRun) return { ...record, active: false, created: false };
    await makeRoom(tx, maxModels);
    await keepModel(tx, record, active?.id ?? null);
    if (!request.activate) return { ...record, active: false, created: true };
    const activated = await moveActive(tx, record, active?.id ?? null, hints);
    return { ...activated, active: true, created: true };
  },

  async activate(tx, id, expect) {
    if (!isId('fgaModel', id)) throw problem('not_found');
    const { activeModelId } = await lockStore(tx);
    const record = found(await findModel(tx, id));
    const active = activeModelId === id;
    expect?.({ ...record, active, created: true });
    const activated = active ? record : await moveActive(tx, record, activeModelId, hints);
    return { ...activated, active: true, created: true };
  },
});

const newModel = (
  tx: Tx,
  { dsl, ...checked }: ValidModel,
  description: string | null,
  active: ModelRecord | undefined,
): ModelRecord => ({
  ...checked,
  dsl,
  id: newId('fgaModel'),
  description,
  warnings: warningsOf(checked.model, active?.model),
  createdAt: new Date(),
  createdBy: tx.context.actor,
  activatedAt: null,
});

/** A model that was never active makes room for another. */
async function makeRoom(tx: Tx, maxModels: number): Promise<void> {
  const modelCount = await modelsOfTenant(tx);
  if (modelCount < maxModels) return;
  if (!(await deleteOldestNeverActive(tx))) {
    const detail = `A tenant can keep at most ${maxModels} models that were active; it has ${modelCount}`;
    throw problem('limit_exceeded', {
      detail,
      errors: [{ pointer: '', code: 'max_models_per_tenant', detail }],
    });
  }
  await countModels(tx, -1);
}

async function keepModel(
  tx: Tx,
  record: ModelRecord,
  previousActiveModelId: string | null,
): Promise<void> {
  await insertModel(tx, record);
  await countModels(tx, 1);
  await tx.publish({
    type: 'fga.model_written',
    subject: { type: 'fga_model', id: record.id },
    data: { id: record.id, checksum: record.checksum, previousActiveModelId },
  });
}

async function moveActive(
  tx: Tx,
  { id, checksum }: ModelRecord,
  previousActiveModelId: string | null,
  hints: RevisionHints,
): Promise<ModelRecord> {
  await markActivated(tx, id);
  const revision = await moveActiveModel(tx, id);
  hints.announce(tx, { from: revision - 1, to: revision, touched: ['*'] });
  await tx.publish({
    type: 'fga.model_activated',
    subject: { type: 'fga_model', id },
    data: { id, checksum, previousActiveModelId },
  });
  return (await findModel(tx, id)) as ModelRecord;
}
