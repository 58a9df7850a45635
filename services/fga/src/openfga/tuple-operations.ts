import type { OpenfgaWrite, openfgaOperations } from '@platform/contracts';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { RelationEngine } from '@platform/relations';
import { auditedWrite } from '../relations/tuple-audit.ts';
import { inOpenfgaTerms } from './engine-errors.ts';
import { modelIdOf } from './openfga-ids.ts';
import { openfgaProblem } from './openfga-problem.ts';
import { enterStore, storeUuidIn } from './store-scope.ts';
import { keyOfWire, tupleOfWire, wireTuple } from './wire-tuples.ts';

type TupleOperation = 'openfgaWrite' | 'openfgaRead' | 'openfgaReadChanges';

function checkWrite({ writes, deletes }: OpenfgaWrite, maxWrites: number): void {
  const count = (writes?.tuple_keys.length ?? 0) + (deletes?.tuple_keys.length ?? 0);
  if (count === 0)
    throw openfgaProblem(
      'invalid_write_input',
      'Invalid input. Make sure you provide at least one write, or at least one delete',
    );
  if (count > maxWrites)
    throw openfgaProblem(
      'exceeded_entity_limit',
      `The number of write operations exceeds the allowed limit of ${maxWrites}`,
    );
}

interface ReadKey {
  user: string;
  relation: string;
  object: string;
}

/** OpenFGA reads by an object, or by a type of object and a user. */
function filterOf(key: ReadKey | undefined) {
  if (!key) return {};
  const { user, relation, object } = key;
  const colon = object.indexOf(':');
  const isTypeAlone = colon === object.length - 1;
  if (colon < 1 || (isTypeAlone && user === ''))
    throw openfgaProblem(
      'validation_error',
      "the 'tuple_key' field was provided but the object type field is required and both the object id and user cannot be empty",
    );
  return {
    object,
    ...(relation === '' ? {} : { relation }),
    ...(user === '' ? {} : { subject: user }),
  };
}

export const tupleOperations = ({
  engine,
  maxWrites,
}: {
  engine: Pick<RelationEngine, 'tuples' | 'stores'>;
  maxWrites: number;
}): Pick<Handlers<typeof openfgaOperations>, TupleOperation> => ({
  async openfgaWrite({ tx, params: { storeId }, body, audit }) {
    const own = await enterStore(engine, tx, storeId);
    checkWrite(body, maxWrites);
    const { writes, deletes, authorization_model_id: modelId } = body;
    const asked = {
      storeId,
      modelId,
      writes: writes?.tuple_keys,
      ignoresDuplicates: writes?.on_duplicate === 'ignore',
      deletes: deletes?.tuple_keys,
    };
    const { keys, ...outcome } = await inOpenfgaTerms(asked, () =>
      engine.tuples.write(
        own,
        {
          writes: (writes?.tuple_keys ?? []).map(tupleOfWire),
          deletes: (deletes?.tuple_keys ?? []).map(keyOfWire),
          onDuplicate: writes?.on_duplicate ?? 'error',
          onMissing: deletes?.on_missing ?? 'error',
          preconditions: [],
          ...(modelId === '' ? {} : { modelId: modelIdOf(modelId) }),
        },
        'api',
      ),
    );
    audit({ details: { ...auditedWrite({ ...outcome, keys }), store: storeId } });
    return {};
  },

  async openfgaRead({ context, read, params: { storeId }, body }) {
    storeUuidIn(context, storeId);
    const { page_size: limit, continuation_token: token, tuple_key: key } = body;
    const page = await read(async (tx) =>
      engine.tuples.read(await enterStore(engine, tx, storeId), {
        ...filterOf(key),
        limit,
        ...(token === '' ? {} : { cursor: token }),
      }),
    );
    return {
      tuples: page.data.map(({ createdAt, ...tuple }) => ({
        key: wireTuple(tuple),
        timestamp: createdAt,
      })),
      continuation_token: page.nextCursor ?? '',
    };
  },

  async openfgaReadChanges({ tx, params: { storeId }, query }) {
    const own = await enterStore(engine, tx, storeId);
    const { type, page_size: limit, continuation_token: token, start_time: since } = query;
    if (since && since.getTime() > Date.now())
      throw problem('invalid_parameter', {
        detail: 'invalid ReadChangesRequest.StartTime: value must be less than now',
      });
    const { data, nextCursor } = await engine.tuples.changes(own, {
      limit,
      ...(type === '' ? {} : { objectType: type }),
      ...(token === '' ? { since } : { cursor: token }),
    });
    return {
      changes: data.map(({ tuple, operation, at }) => ({
        tuple_key: wireTuple(tuple),
        operation:
          operation === 'write'
            ? ('TUPLE_OPERATION_WRITE' as const)
            : ('TUPLE_OPERATION_DELETE' as const),
        timestamp: at,
      })),
      // SDKs stop when the token is the one that they sent.
      continuation_token: data.length === 0 ? token : (nextCursor ?? ''),
    };
  },
});
