import type { fgaModelOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import type { RelationEngine, StoredModel } from '@platform/relations';
import { shownAssertion } from '../assertions/assertion-form.ts';
import { assertionsOf } from '../assertions/assertions.ts';
import { modelResource, modelSummary, modelVersion } from './model-resource.ts';

const shown = (stored: StoredModel) =>
  answer(modelResource(stored), { version: modelVersion(stored) });

export const modelHandlers = ({
  cursors,
  engine: { models, store },
  maxTuples,
}: {
  cursors: Cursors;
  engine: Pick<RelationEngine, 'models' | 'store'>;
  maxTuples: number;
}): Handlers<typeof fgaModelOperations> => ({
  async fgaStoreGet({ tx }) {
    const { updatedAt, ...state } = await store(tx);
    return { ...state, maxTuples, updatedAt: updatedAt.toISOString() };
  },

  async fgaModelList({ tx, principal, query: { limit, cursor } }) {
    const bound = { tenantId: principal.tenantId, list: 'fga models' };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const rows = await models.list(tx, before as string | undefined, limit + 1);
    return cursors.page(bound, rows, limit, {
      position: (m) => [m.id],
      present: (m) => modelSummary({ ...m, created: true }),
    });
  },

  async fgaModelWrite({ body, commit, audit }) {
    const valid = await models.validate(body);
    return commit(async (tx) => {
      const stored = await models.write(tx, valid, body);
      const { checksum, active, created } = stored;
      audit({ details: { checksum, created, active, dryRun: body.dryRun } });
      return shown(stored);
    });
  },

  fgaModelValidate: ({ context, read, body }) =>
    models.report({ context, read }, body, async (tx, modelId) =>
      (await assertionsOf(tx, modelId)).map(shownAssertion),
    ),

  fgaModelGet: async ({ tx, params: { modelId } }) => shown(await models.get(tx, modelId)),

  fgaModelActivate: async ({ tx, params: { modelId }, ifMatch }) =>
    shown(await models.activate(tx, modelId, (before) => void ifMatch(modelVersion(before)))),
});
