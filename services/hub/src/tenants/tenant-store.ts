import type { Tenant, TenantLimits } from '@platform/contracts';
import { deleteOlder, now, sql } from '@platform/kit/database';
import type { Database, Selectable, Tx, WorkerTx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';
import type { HubTables } from '../generated/tables.ts';

/** A stored tenant. `purgedBy` names the services that have purged it. */
export type TenantRecord = Omit<Selectable<HubTables['tenant']>, 'owner' | 'limits'> &
  Pick<Tenant, 'owner'> & { limits: TenantLimits | null };

export type NewTenant = Pick<
  TenantRecord,
  | 'id'
  | 'slug'
  | 'mode'
  | 'parentTenantId'
  | 'name'
  | 'contactEmail'
  | 'region'
  | 'owner'
  | 'limits'
>;

type Reader = Pick<WorkerTx, 'row'>;

const reservations = hub.table('slugReservation');
const requests = hub.table('tenantRequest');
const tenants = hub.query.selectFrom('tenant').selectAll().$castTo<TenantRecord>();
const update = (id: string) => hub.query.updateTable('tenant').where('id', '=', id);
const jsonOf = (value: object | null): string | null => value && JSON.stringify(value);

export const findTenantById = (tx: Reader, id: string): Promise<TenantRecord | undefined> =>
  tx.row<TenantRecord>('SELECT * FROM tenant_by_id($1)', [id]);

export const findTenantByLabel = (tx: Reader, label: string): Promise<TenantRecord | undefined> =>
  tx.row<TenantRecord>('SELECT * FROM tenant_by_label($1)', [label]);

export const findTestTenantOf = (tx: Reader, parentId: string): Promise<TenantRecord | undefined> =>
  tx.row(tenants.where('parentTenantId', '=', parentId));

export const lockTenant = (tx: Tx, id: string): Promise<TenantRecord | undefined> =>
  tx.row(tenants.where('id', '=', id).forUpdate());

export const reserveLabel = (tx: Tx, slug: string): Promise<number> =>
  reservations.insert(tx, { slug });

export const insertTenant = async (tx: Tx, tenant: NewTenant): Promise<TenantRecord> =>
  (await tx.row(
    hub.query
      .insertInto('tenant')
      .values({ ...tenant, owner: jsonOf(tenant.owner), limits: jsonOf(tenant.limits) })
      .returningAll()
      .$castTo<TenantRecord>(),
  ))!;

export const updateTenantState = async (
  tx: Tx,
  id: string,
  { state, deletedAt }: Pick<TenantRecord, 'state' | 'deletedAt'>,
): Promise<TenantRecord> =>
  (await tx.row(
    update(id)
      .set({
        state,
        deletedAt,
        deletionToldAt: state === 'deleted' ? now : null,
        updatedAt: now,
      })
      .returningAll()
      .$castTo<TenantRecord>(),
  ))!;

export const updateTenantLimits = async (
  tx: Tx,
  id: string,
  limits: TenantLimits | null,
): Promise<TenantRecord> =>
  (await tx.row(
    update(id)
      .set({ limits: jsonOf(limits), updatedAt: now })
      .returningAll()
      .$castTo<TenantRecord>(),
  ))!;

/** Changes what administrators of the tenant may change. */
export const updateTenantSettings = async (
  tx: Tx,
  id: string,
  settings: Pick<TenantRecord, 'name' | 'contactEmail'>,
): Promise<TenantRecord> =>
  (await tx.row(
    update(id)
      .set({ ...settings, updatedAt: now })
      .returningAll()
      .$castTo<TenantRecord>(),
  ))!;

/** Oldest first. */
export const listTenants = (
  tx: WorkerTx,
  limit: number,
  behind?: { createdAt: string; id: string },
): Promise<(TenantRecord & { position: string })[]> => {
  const page = hub.query
    .selectFrom('tenant')
    .selectAll()
    .select((of) => of.cast<string>('createdAt', 'text').as('position'))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .$castTo<TenantRecord & { position: string }>();
  if (!behind) return tx.rows(page);
  const createdAt = sql<Date>`${behind.createdAt}::timestamptz`;
  return tx.rows(
    page.where((of) =>
      of(of.refTuple('createdAt', 'id'), '>', of.tuple(createdAt, of.val(behind.id))),
    ),
  );
};

/** Lists tenants whose deletion was requested before this time. */
export const listTenantsToPurge = (tx: WorkerTx, before: Date): Promise<{ id: string }[]> =>
  tx.rows(
    hub.query
      .selectFrom('tenant')
      .select('id')
      .where('state', '=', 'deleting')
      .where('deletedAt', '<', before)
      .orderBy('deletedAt')
      .limit(1_000),
  );

/** Lists deleted tenants that a service has not purged, and whose deletion was last announced before this time. */
export const listTenantsToAnnounce = (tx: WorkerTx, before: Date): Promise<{ id: string }[]> =>
  tx.rows(
    hub.query
      .selectFrom('tenant')
      .select('id')
      .where('state', '=', 'deleted')
      .where('purgedAt', 'is', null)
      .where('deletionToldAt', '<', before)
      .orderBy('deletionToldAt')
      .limit(1_000),
  );

/** Records that the deletion of a tenant was announced. */
export const updateDeletionAnnounced = async (tx: Tx, id: string): Promise<TenantRecord> =>
  (await tx.row(update(id).set({ deletionToldAt: now }).returningAll().$castTo<TenantRecord>()))!;

/** Records which services have purged a tenant. With `isDone`, also records the time, unless it is already set. */
export const updateTenantPurge = (
  tx: Tx,
  id: string,
  purgedBy: string[],
  isDone: boolean,
): Promise<number> =>
  tx.execute(
    update(id).set((of) => ({
      purgedBy,
      ...(isDone && { purgedAt: of.fn.coalesce('purgedAt', now) }),
      updatedAt: now,
    })),
  );

/** The sealed response to an earlier request with the same id. */
export type StoredRequest = Pick<
  Selectable<HubTables['tenantRequest']>,
  'tenantId' | 'requestHash' | 'answer'
>;

export const insertTenantRequest = (
  tx: Tx,
  request: Omit<StoredRequest, 'tenantId'> & { requestId: string },
): Promise<number> => requests.insert(tx, request);

/** Finds the request of any tenant. */
export const findTenantRequest = (
  tx: WorkerTx,
  requestId: string,
): Promise<StoredRequest | undefined> =>
  tx.row(
    hub.query
      .selectFrom('tenantRequest')
      .select(['tenantId', 'requestHash', 'answer'])
      .where('requestId', '=', requestId),
  );

export const deleteOldRequests = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'tenant_request', column: 'created_at', life: '24 hours' });

/** The hub's tables with data of a tenant. Secrets and claims webhooks are deleted with their applications. */
export const purgedTables = [
  'api_resource',
  'application',
  'signing_key',
  'oidc_artifact',
  'account_consent',
  'account_link_intent',
  'activate_attempt',
  'device_poll',
  'login_session',
  'web_session',
  'ip_rule',
  'ip_rule_set',
  'data_subject_request',
] as const;
