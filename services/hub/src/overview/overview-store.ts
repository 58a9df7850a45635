import { fromNow, now, sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { SearchTerm } from '@platform/siblings/overview';
import { adminClientId } from '../applications/admin-client.ts';
import { hub } from '../generated/tables.ts';

const applications = hub.table('application').only({ deletedAt: null });
const apis = hub.table('apiResource').only({ deletedAt: null });

export interface ExpiringSecret {
  clientId: string;
  name: string;
  secretId: string;
  expiresAt: Date;
}

/**
 * Lists applications whose last secret expires within this time. An older one that is being
 * replaced is meant to expire.
 */
export const listExpiringSecrets = (
  tx: Tx,
  withinMs: number,
  limit: number,
): Promise<ExpiringSecret[]> =>
  tx.rows(
    hub.query
      .selectFrom('applicationSecret as s')
      .innerJoin('application as a', (join) =>
        join.onRef('a.tenantId', '=', 's.tenantId').onRef('a.clientId', '=', 's.clientId'),
      )
      .select(['a.clientId', 'a.name', 's.id as secretId', sql<Date>`s.expires_at`.as('expiresAt')])
      .where('s.tenantId', '=', tx.context.tenantId)
      .where('a.deletedAt', 'is', null)
      .where('a.enabled', '=', true)
      .where('a.isPlatform', '=', false)
      .where('s.expiresAt', '>', now)
      .where('s.expiresAt', '<=', fromNow(withinMs))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('applicationSecret as o')
              .select('o.id')
              .whereRef('o.tenantId', '=', 's.tenantId')
              .whereRef('o.clientId', '=', 's.clientId')
              .where((of) =>
                of.or([
                  of('o.expiresAt', 'is', null),
                  of('o.expiresAt', '>', of.ref('s.expiresAt')),
                ]),
              ),
          ),
        ),
      )
      .orderBy('s.expiresAt')
      .limit(limit),
  );

/** Whether the tenant has an application of its own. */
export const hasApplication = async (tx: Tx): Promise<boolean> =>
  (await tx.row(
    applications
      .pick('clientId')
      .select(tx)
      .where('isPlatform', '=', false)
      .where('clientId', '!=', adminClientId)
      .limit(1),
  )) !== undefined;

export const findApplications = (tx: Tx, { text, key, limit }: SearchTerm) =>
  tx.rows(
    applications
      .pick('clientId', 'name', 'type')
      .select(tx)
      .where((of) =>
        of.or([
          of('clientId', '=', text),
          sql<boolean>`lower(name) ^@ ${key}`,
          sql<boolean>`lower(client_id) ^@ ${key}`,
        ]),
      )
      .orderBy('name')
      .limit(limit),
  );

export const findApis = (tx: Tx, { text, key, limit }: SearchTerm) =>
  tx.rows(
    apis
      .pick('id', 'name', 'identifier')
      .select(tx)
      .where((of) =>
        of.or([
          of('id', '=', text),
          sql<boolean>`lower(name) ^@ ${key}`,
          sql<boolean>`lower(identifier) ^@ ${key}`,
        ]),
      )
      .orderBy('name')
      .limit(limit),
  );
