import type { Tenant } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { arrivalView, platformContext } from './arrival-view.ts';
import type { ArrivalView, MoveCall } from './arrival-view.ts';
import {
  deleteArrival,
  findArrival,
  insertArrivedTenant,
  lockArrival,
  releaseArrivalLabel,
  updateArrivalState,
} from './tenant-arrival-store.ts';
import type { ArrivalRecord } from './tenant-arrival-store.ts';
import { auditTenant } from './tenant-audit.ts';
import { tenantDeparture, tenantReservation } from './tenant-reservation.ts';
import { findTenantById } from './tenant-store.ts';
import { presentTenant } from './tenant-view.ts';
import type { IssuerSettings } from './tenant-view.ts';

/** How much of a tenant a service has imported. */
export interface ImportedPart {
  service: string;
  archiveId: string;
  isComplete: boolean;
  isPublished: boolean;
}

/** Options of {@link tenantArrivals}. */
export interface ArrivalOptions {
  db: Pick<Database, 'read' | 'transact' | 'work'>;
  issuers: IssuerSettings;
  /** Asks every service, including the hub. */
  importedParts: (tenantId: string) => Promise<ImportedPart[]>;
}

/** The completion of an arrival. */
export interface ArrivalCompletion {
  tenantId: string;
  moveId: string;
  suspended: boolean;
}

const system: MoveCall = { actor: { type: 'system', id: 'hub' }, requestId: undefined };

const notArriving = () => problem('not_found', { detail: 'The tenant is not being imported' });

/** Tenants that leave for another installation, and those that arrive from one. */
export function tenantArrivals({ db, issuers, importedParts }: ArrivalOptions) {
  const view = arrivalView(issuers);

  const get = (tenantId: string): Promise<ArrivalView> =>
    db.read(platformContext(system), async (tx) => {
      const known = await findArrival(tx, tenantId);
      if (!known) throw notArriving();
      return view(known);
    });

  /** Creates the tenant in a transaction of its own, while the arrival is locked. */
  const create = (
    { tenant, moveId }: ArrivalRecord,
    { suspended, call }: { suspended: boolean; call: MoveCall },
  ): Promise<void> =>
    db.transact({ tenantId: tenant.id, ...call }, async (tx) => {
      if (await findTenantById(tx, tenant.id)) return;
      const row = await insertArrivedTenant(tx, tenant, suspended ? 'suspended' : 'active');
      const made = presentTenant(row, issuers);
      const subject = { type: 'tenant', id: tenant.id };
      const data = { tenant: made, moveId, formerIssuer: tenant.issuer };
      await tx.publish({ type: 'tenant.imported', subject, data });
      // Whatever was paused by the suspension at the source continues.
      if (!suspended)
        await tx.publish({ type: 'tenant.reactivated', subject, data: { tenant: made } });
      await auditTenant(tx, 'tenantImport', tenant.id, { moveId, formerIssuer: tenant.issuer });
    });

  async function requireImported(tenantId: string): Promise<void> {
    const missing = (await importedParts(tenantId)).filter(
      ({ isComplete, isPublished }) => !isComplete || !isPublished,
    );
    if (missing.length > 0)
      throw problem('invalid_state', {
        detail: `The import is not complete in ${missing.map(({ service }) => service).join(', ')}. Repeat it.`,
      });
  }

  async function complete(
    { tenantId, moveId, suspended }: ArrivalCompletion,
    call: MoveCall,
  ): Promise<Tenant> {
    const known = await get(tenantId);
    if (known.state === 'importing') await requireImported(tenantId);
    await db.transact(platformContext(call), async (tx) => {
      const arrival = await lockArrival(tx, tenantId);
      if (!arrival) throw notArriving();
      if (arrival.moveId !== moveId || arrival.state === 'abandoned')
        throw problem('invalid_state', { detail: 'The import was abandoned' });
      if (arrival.state === 'completed') return;
      await create(arrival, { suspended, call });
      await updateArrivalState(tx, tenantId, 'completed');
    });
    const row = await db.work((tx) => findTenantById(tx, tenantId));
    if (!row) throw notArriving();
    return presentTenant(row, issuers);
  }

  const abandon = (tenantId: string, call: MoveCall): Promise<ArrivalView> =>
    db.transact(platformContext(call), async (tx) => {
      const arrival = await lockArrival(tx, tenantId);
      if (!arrival) throw notArriving();
      if (arrival.state === 'completed' || (await findTenantById(tx, tenantId)))
        throw problem('invalid_state', {
          detail: 'The import is complete. Delete the tenant instead.',
        });
      if (arrival.state === 'importing') {
        await updateArrivalState(tx, tenantId, 'abandoned');
        await auditTenant(tx, 'tenantImportAbandon', tenantId, { moveId: arrival.moveId });
      }
      return view({ ...arrival, state: 'abandoned' });
    });

  /** Releases the id and the label, after every service has deleted its rows. */
  async function release(tenantId: string, call: MoveCall): Promise<void> {
    const left = (await importedParts(tenantId)).filter(({ archiveId }) => archiveId !== '');
    if (left.length > 0)
      throw problem('invalid_state', {
        detail: `Rows of the tenant are left in ${left.map(({ service }) => service).join(', ')}.`,
      });
    await db.transact(platformContext(call), async (tx) => {
      const arrival = await lockArrival(tx, tenantId);
      if (arrival?.state !== 'abandoned') throw notArriving();
      await releaseArrivalLabel(tx, tenantId);
      await deleteArrival(tx, tenantId);
    });
  }

  return {
    depart: tenantDeparture({ db, issuers }),
    reserve: tenantReservation({ db, issuers }),
    get,
    complete,
    abandon,
    release,
  };
}

/** See {@link tenantArrivals}. */
export type TenantArrivals = ReturnType<typeof tenantArrivals>;
