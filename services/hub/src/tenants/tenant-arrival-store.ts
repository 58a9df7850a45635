import type { Tenant } from '@platform/contracts';
import { now } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';
import type { TenantRecord } from './tenant-store.ts';

const arrivals = hub.table('tenantArrival').narrow<{ tenant: Tenant }>();

/** A tenant that arrives from another installation. Its row belongs to the platform's own tenant. */
export type ArrivalRecord = RowOf<typeof arrivals>;

export const findArrival = (tx: Tx, id: string): Promise<ArrivalRecord | undefined> =>
  arrivals.find(tx, { id });

export const lockArrival = (tx: Tx, id: string): Promise<ArrivalRecord | undefined> =>
  arrivals.lock(tx, { id });

export const insertArrival = (
  tx: Tx,
  arrival: Pick<ArrivalRecord, 'id' | 'label' | 'moveId' | 'tenant'>,
): Promise<number> => arrivals.insert(tx, arrival);

export const updateArrivalState = (
  tx: Tx,
  id: string,
  state: ArrivalRecord['state'],
): Promise<number> => arrivals.update(tx, { id }, { state, updatedAt: now });

export const deleteArrival = (tx: Tx, id: string): Promise<number> => arrivals.delete(tx, { id });

/** Reserves a label for a tenant that arrives. Returns false if any tenant has or had it. */
export const reserveArrivalLabel = async (tx: Tx, label: string, id: string): Promise<boolean> =>
  (
    await tx.row<{ reserved: boolean }>('SELECT arrival_label_reserve($1, $2) AS reserved', [
      label,
      id,
    ])
  )?.reserved ?? false;

export const releaseArrivalLabel = (tx: Tx, id: string): Promise<number> =>
  tx.execute('SELECT arrival_label_release($1)', [id]);

/** Inserts an imported tenant as it was, suspended or active. */
export const insertArrivedTenant = async (
  tx: Tx,
  tenant: Tenant,
  state: 'suspended' | 'active',
): Promise<TenantRecord> =>
  (await tx.row(
    hub.query
      .insertInto('tenant')
      .values({
        id: tenant.id,
        slug: tenant.slug,
        mode: tenant.mode,
        parentTenantId: tenant.parentTenantId,
        name: tenant.name,
        contactEmail: tenant.contactEmail,
        region: tenant.region,
        owner: tenant.owner && JSON.stringify(tenant.owner),
        limits: tenant.limits && JSON.stringify(tenant.limits),
        createdAt: new Date(tenant.createdAt),
        state,
      })
      .returningAll()
      .$castTo<TenantRecord>(),
  ))!;
