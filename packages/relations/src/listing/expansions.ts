import type { ExpandInput, ExpandNode } from '@platform/contracts';
import { objectIn, refuse, relationIn, surroundingsIn } from '../check/check-request.ts';
import type { Faults } from '../check/check-request.ts';
import type { CheckOptions, Checks, Decided, SnapshotSource } from '../check/checks.ts';
import type { ObjectRef } from '../keys/tuple-key.ts';
import { expand } from './expand.ts';

/** Expands relations over snapshots of the store. */
export const expansions = ({
  inSnapshot,
  limits,
}: {
  inSnapshot: Checks['inSnapshot'];
  limits: CheckOptions['limits'];
}) => ({
  expand: (source: SnapshotSource, input: ExpandInput): Promise<Decided & { tree: ExpandNode }> =>
    inSnapshot(source, input, async ({ model, reader, token }) => {
      const { maxContextualTuples, maxFanout } = limits;
      const faults: Faults = [];
      const object = objectIn(model, input.object, '/object', faults);
      if (object) relationIn(model, object.type, input.relation, '/relation', faults);
      const bounds = { now: Date.now(), maxContextualTuples };
      const { contextual } = surroundingsIn(model, input, bounds, faults);
      refuse(faults);
      const tree = await expand(
        { object: object as ObjectRef, relation: input.relation, contextual },
        { model, reader, maxRows: maxFanout },
      );
      return { tree, modelId: model.id, consistencyToken: token };
    }),
});
