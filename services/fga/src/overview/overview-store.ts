import { now, sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { SearchTerm } from '@platform/siblings/overview';
import { fga } from '../generated/tables.ts';

const activations = fga.table('activations');
const roles = fga.table('roles').only({ deletedAt: null });

/** Activations that wait for approvals, the oldest first. */
export const listWaitingActivations = (tx: Tx, limit: number) =>
  tx.rows(
    activations
      .pick('id', 'roleKey', 'principalId', 'organizationId', 'requestedAt', 'decisionDeadline')
      .select(tx)
      .where('state', '=', 'requested')
      .where((of) => of.or([of('decisionDeadline', 'is', null), of('decisionDeadline', '>', now)]))
      .orderBy('requestedAt')
      .limit(limit),
  );

/** Whether the default store of the tenant has an active model. */
export const hasActiveModel = async (tx: Tx): Promise<boolean> =>
  (await tx.row(
    'SELECT 1 AS found FROM fga_stores WHERE tenant_id = $1 AND name IS NULL AND active_model_id IS NOT NULL',
    [tx.context.tenantId],
  )) !== undefined;

export const findRoles = (tx: Tx, { text, key, limit }: SearchTerm) =>
  tx.rows(
    roles
      .pick('id', 'key', 'displayName')
      .select(tx)
      .where((of) =>
        of.or([
          of('id', '=', text),
          sql<boolean>`lower(key) ^@ ${key}`,
          sql<boolean>`lower(coalesce(display_name, '')) ^@ ${key}`,
        ]),
      )
      .orderBy('key')
      .limit(limit),
  );
