import { Tenant, defaultTenantId } from '@platform/contracts';
import type { Actor } from '@platform/contracts';
import { tenantLabel } from '@platform/kit/auth';
import type { Database, Tx } from '@platform/kit/database';
import { invalid, problem } from '@platform/kit/problem';
import { slugTaken } from './slug.ts';
import {
  deleteArrival,
  findArrival,
  insertArrival,
  insertArrivedTenant,
  lockArrival,
  releaseArrivalLabel,
  reserveArrivalLabel,
  updateArrivalState,
} from './tenant-arrival-store.ts';
import type { ArrivalRecord } from './tenant-arrival-store.ts';
import { auditTenant } from './tenant-audit.ts';
import { lockExistingTenant } from './tenant-lock.ts';
import { findTenantById } from './tenant-store.ts';
import { issuerOf, presentTenant } from './tenant-view.ts';
import type { IssuerSettings } from './tenant-view.ts';

/** Who asks, and in which request. */
export interface MoveCall {
  actor: Actor;
  requestId: string | undefined;
}

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

/** An arrival as operators and services see it. */
export interface ArrivalView {
  tenantId: string;
  moveId: string;
  state: ArrivalRecord['state'];
  issuer: string;
}

/** Arrivals belong to the platform's own tenant: the tenant that arrives must have no rows and records before its own. */
const platform = ({ actor, requestId }: MoveCall) => ({
  tenantId: defaultTenantId,
  actor,
  requestId,
});
const system: MoveCall = { actor: { type: 'system', id: 'hub' }, requestId: undefined };

const notArriving = () => problem('not_found', { detail: 'The tenant is not being imported' });

function parsed(json: string): Tenant {
  try {
    return Tenant.parse(JSON.parse(json));
  } catch (error) {
    throw problem('invalid_parameter', {
      detail: 'tenant_json is not a tenant that this version can import',
      cause: error,
    });
  }
}

/** Tenants that leave for another installation, and those that arrive from one. */
export function tenantArrivals({ db, issuers, importedParts }: ArrivalOptions) {
  const view = ({ id, moveId, state, tenant }: ArrivalRecord): ArrivalView => ({
    tenantId: id,
    moveId,
    state,
    issuer: issuerOf(tenant, issuers),
  });

  /** Records the export, and returns the tenant as the other installation needs it. */
  const depart = (tenantId: string, { actor, requestId }: MoveCall): Promise<Tenant> =>
    db.transact({ tenantId, actor, requestId }, async (tx) => {
      const row = await lockExistingTenant(tx);
      if (row.state !== 'suspended')
        throw problem('invalid_state', {
          detail: `The tenant is ${row.state}. Suspend it before it is exported.`,
        });
      await auditTenant(tx, 'tenantExport', tenantId);
      return presentTenant(row, issuers);
    });

  async function checkReservation(tx: Tx, tenant: Tenant, acceptNewIssuer: boolean): Promise<void> {
    if (tenant.isDefault || tenant.id === defaultTenantId)
      throw problem('invalid_state', { detail: 'The default tenant cannot be imported' });
    if (await findTenantById(tx, tenant.id))
      throw problem('already_exists', {
        detail: `The tenant ${tenant.id} already exists in this installation`,
      });
    const parent = tenant.parentTenantId && (await findTenantById(tx, tenant.parentTenantId));
    if (tenant.parentTenantId && (!parent || parent.state.startsWith('delet')))
      throw problem('invalid_state', {
        detail: 'Import the live tenant of this test tenant first',
      });
    const issuer = issuerOf(tenant, issuers);
    if (issuer !== tenant.issuer && !acceptNewIssuer)
      throw problem('invalid_state', {
        detail: `The issuer would change from ${tenant.issuer} to ${issuer}. Applications and APIs of the tenant would have to be changed. Accept it explicitly to go on.`,
      });
  }

  async function reserve(
    request: { tenantJson: string; moveId: string; acceptNewIssuer: boolean },
    call: MoveCall,
  ): Promise<ArrivalView> {
    const tenant = parsed(request.tenantJson);
    const { moveId } = request;
    if (!/^req_[0-9a-z]{26}$/.test(moveId))
      throw invalid('/moveId', 'invalid_format', 'must be the id of an export');
    return db.transact(platform(call), async (tx) => {
      const known = await lockArrival(tx, tenant.id);
      if (known && known.state !== 'completed' && known.moveId !== moveId)
        throw problem('already_exists', {
          detail: 'The tenant is being imported from another export. Continue or abandon that.',
        });
      if (known && known.moveId === moveId) return view(known);
      await checkReservation(tx, tenant, request.acceptNewIssuer);
      const label = tenantLabel(tenant);
      if (known || !(await reserveArrivalLabel(tx, label, tenant.id))) throw slugTaken(label);
      await insertArrival(tx, { id: tenant.id, label, moveId, tenant });
      await auditTenant(tx, 'tenantImportReserve', tenant.id, { label, moveId });
      return view((await findArrival(tx, tenant.id)) as ArrivalRecord);
    });
  }

  const get = (tenantId: string): Promise<ArrivalView> =>
    db.read(platform(system), async (tx) => {
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
    await db.transact(platform(call), async (tx) => {
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
    db.transact(platform(call), async (tx) => {
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
    await db.transact(platform(call), async (tx) => {
      const arrival = await lockArrival(tx, tenantId);
      if (arrival?.state !== 'abandoned') throw notArriving();
      await releaseArrivalLabel(tx, tenantId);
      await deleteArrival(tx, tenantId);
    });
  }

  return { depart, reserve, get, complete, abandon, release };
}

/** See {@link tenantArrivals}. */
export type TenantArrivals = ReturnType<typeof tenantArrivals>;
