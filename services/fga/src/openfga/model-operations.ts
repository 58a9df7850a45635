import type { openfgaOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import { Problem } from '@platform/kit/problem';
import type { Handlers } from '@platform/kit/http';
import type { RelationEngine } from '@platform/relations';
import { modelIdOf, modelUlid } from './openfga-ids.ts';
import { pageOf, positionIn } from './openfga-paging.ts';
import { modelProblem, openfgaProblem } from './openfga-problem.ts';
import { enterStore } from './store-scope.ts';
import { wireModel } from './wire-model.ts';

type ModelOperation =
  | 'openfgaReadAuthorizationModels'
  | 'openfgaReadAuthorizationModel'
  | 'openfgaWriteAuthorizationModel';

/** OpenFGA has a third version, of modules, and had one without type restrictions. */
function checkVersion(version: string): void {
  if (version === '1.1') return;
  if (version === '1.0' || version === '1.2')
    throw openfgaProblem(
      'unsupported_schema_version',
      `schema version ${version} is not supported; use 1.1`,
    );
  throw openfgaProblem(
    'validation_error',
    'invalid WriteAuthorizationModelRequest.SchemaVersion: value must be in list [1.0 1.1 1.2]',
  );
}

/** Sorts before the newest model, whatever its id. */
const beforeAllModels = '~';

const maxConditions = 25;

/** Reports a model that breaks the rules of the language. */
async function validated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'validation_failed') throw error;
    throw openfgaProblem('invalid_authorization_model', error.message);
  }
}

/** A problem of a model that does not exist, for its store that does. */
const orModelNotFound =
  (ulid: string) =>
  (error: unknown): never => {
    throw error instanceof Problem && error.code === 'not_found' ? modelProblem(ulid) : error;
  };

export const modelOperations = ({
  engine,
  cursors,
}: {
  engine: Pick<RelationEngine, 'models' | 'stores'>;
  cursors: Cursors;
}): Pick<Handlers<typeof openfgaOperations>, ModelOperation> => ({
  async openfgaReadAuthorizationModels({
    tx,
    params: { storeId },
    query: { page_size, continuation_token },
  }) {
    const own = await enterStore(engine, tx, storeId);
    const bound = { tenantId: tx.context.tenantId, list: 'openfga models', filters: storeId };
    const after = positionIn(cursors, bound, continuation_token);
    const rows = await engine.models.listActiveFirst(own, after && String(after[0]), page_size + 1);
    const { items, token } = pageOf(cursors, bound, rows, {
      size: page_size,
      position: ({ id, active }) => [active ? beforeAllModels : id],
    });
    return { authorization_models: items.map(wireModel), continuation_token: token };
  },

  async openfgaReadAuthorizationModel({ tx, params: { storeId, modelId } }) {
    const own = await enterStore(engine, tx, storeId);
    const model = await engine.models.get(own, modelIdOf(modelId)).catch(orModelNotFound(modelId));
    return { authorization_model: wireModel(model) };
  },

  async openfgaWriteAuthorizationModel({ params: { storeId }, body, read, commit, audit }) {
    await read((tx) => enterStore(engine, tx, storeId));
    const { conditions = {}, ...rest } = body;
    checkVersion(body.schema_version);
    if (Object.keys(conditions).length > maxConditions)
      throw openfgaProblem(
        'validation_error',
        `invalid WriteAuthorizationModelRequest.Conditions: value must contain no more than ${maxConditions} pair(s)`,
      );
    const valid = await validated(() =>
      engine.models.validate({ model: { ...rest, conditions }, tests: [] }),
    );
    return commit(async (tx) => {
      const own = await enterStore(engine, tx, storeId);
      const stored = await engine.models.write(own, valid, { activate: true, dryRun: false });
      const { checksum, active, created } = stored;
      audit({ details: { checksum, created, active, store: storeId } });
      return { authorization_model_id: modelUlid(stored.id) };
    });
  },
});
