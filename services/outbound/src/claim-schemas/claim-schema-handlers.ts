import type { claimSchemaOperations } from '@platform/contracts';
import type { claimCompiler } from '@platform/siblings/claims';
import type { Cursors, Tx } from '@platform/kit/database';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found, invalid } from '@platform/kit/problem';
import {
  claimSchemaResource,
  fieldsOf,
  schemaDifference,
  versionOf,
} from './claim-schema-record.ts';
import {
  countClaimSchemas,
  deleteClaimSchema,
  findClaimSchema,
  isClaimEndpoint,
  listClaimSchemas,
  lockClaimSchema,
  lockClaimSchemas,
  upsertClaimSchema,
} from './claim-schema-store.ts';
import type { ClaimSchemaRecord } from './claim-schema-store.ts';
import { requireUsableName, requireSchemaRoom, requireSound } from './claim-schema-rules.ts';
import type { CheckClients } from './claim-schema-rules.ts';

const subjectOf = (claimName: string) => ({ type: 'claim_schema', id: claimName });
const shown = (schema: ClaimSchemaRecord) =>
  answer(claimSchemaResource(schema), { version: versionOf(schema) });

async function requireUsableEndpoint(
  tx: Tx,
  { source }: Pick<ClaimSchemaRecord, 'source'>,
): Promise<void> {
  if (source.kind !== 'endpoint' || (await isClaimEndpoint(tx, source.endpointId))) return;
  throw invalid(
    '/source/endpointId',
    'endpoint_not_usable',
    'must be the id of a webhook endpoint with the purpose claims',
  );
}

export const claimSchemaHandlers = ({
  cursors,
  checkClients,
  compile,
  platformDomain,
  clock,
}: {
  cursors: Cursors;
  checkClients: CheckClients;
  compile: ReturnType<typeof claimCompiler>;
  /** Without a leading dot. */
  platformDomain: string;
  clock: () => number;
}): Handlers<typeof claimSchemaOperations> => ({
  async webhookClaimSchemaList({ tx, principal: { tenantId }, query: { limit, cursor } }) {
    const bound = { tenantId, list: 'claim schemas' };
    const [after] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const schemas = await listClaimSchemas(tx, after as string | undefined, limit + 1);
    return cursors.page(bound, schemas, limit, {
      position: (s) => [s.claimName],
      present: claimSchemaResource,
    });
  },

  webhookClaimSchemaGet: async ({ tx, params: { claimName } }) =>
    shown(found(await findClaimSchema(tx, claimName))),

  webhookClaimSchemaPut: prepared(
    async ({ principal: { tenantId }, params: { claimName }, body }) => {
      requireUsableName(claimName, platformDomain);
      await checkClients(tenantId, body.clientIds);
    },
    async ({ tx, params: { claimName }, body, ifMatch, audit }) => {
      const fields = fieldsOf(claimName, body);
      requireSound(fields, compile);
      await lockClaimSchemas(tx);
      const before = await lockClaimSchema(tx, claimName);
      ifMatch(before && versionOf(before));
      if (!before) requireSchemaRoom(await countClaimSchemas(tx));
      await requireUsableEndpoint(tx, fields);
      const now = new Date(clock());
      const after: ClaimSchemaRecord = {
        ...fields,
        revision: (before?.revision ?? 0) + 1,
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
      };
      const claimSchema = claimSchemaResource(after);
      const { changed, previous } = before
        ? schemaDifference(claimSchemaResource(before), claimSchema)
        : { changed: [], previous: {} };
      if (before && changed.length === 0) return shown(before);
      await upsertClaimSchema(tx, after);
      await tx.publish({
        type: 'webhook.claim_schema_put',
        subject: subjectOf(claimName),
        data: { claimSchema, change: before ? 'updated' : 'created', changed, previous },
      });
      audit({ changed });
      return answer(claimSchema, { version: versionOf(after) });
    },
  ),

  async webhookClaimSchemaDelete({ tx, params: { claimName }, ifMatch }) {
    ifMatch(versionOf(found(await lockClaimSchema(tx, claimName))));
    await deleteClaimSchema(tx, claimName);
    await tx.publish({
      type: 'webhook.claim_schema_deleted',
      subject: subjectOf(claimName),
      data: { claimSchema: { id: claimName, claimName } },
    });
    return { id: claimName, deleted: true as const };
  },
});
