import { Tenant, defaultTenantId } from '@platform/contracts';
import { tenantLabel } from '@platform/kit/auth';
import type { Database, Tx } from '@platform/kit/database';
import { invalid, problem } from '@platform/kit/problem';
import { arrivalView, platformContext } from './arrival-view.ts';
import type { ArrivalView, MoveCall } from './arrival-view.ts';
import { slugTaken } from './slug.ts';
import {
  findArrival,
  insertArrival,
  lockArrival,
  reserveArrivalLabel,
} from './tenant-arrival-store.ts';
import type { ArrivalRecord } from './tenant-arrival-store.ts';
import { auditTenant } from './tenant-audit.ts';
import { lockExistingTenant } from './tenant-lock.ts';
import { findTenantById } from './tenant-store.ts';
import { issuerOf, presentTenant } from './tenant-view.ts';
import type { IssuerSettings } from './tenant-view.ts';

interface ReservationOptions {
  db: Pick<Database, 'transact'>;
  issuers: IssuerSettings;
}

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

/** Records the export of a suspended tenant, and returns the tenant as the other installation needs it. */
export const tenantDeparture =
  ({ db, issuers }: ReservationOptions) =>
  (tenantId: string, { actor, requestId }: MoveCall): Promise<Tenant> =>
    db.transact({ tenantId, actor, requestId }, async (tx) => {
      const row = await lockExistingTenant(tx);
      if (row.state !== 'suspended')
        throw problem('invalid_state', {
          detail: `The tenant is ${row.state}. Suspend it before it is exported.`,
        });
      await auditTenant(tx, 'tenantExport', tenantId);
      return presentTenant(row, issuers);
    });

/** Reserves the id and the label of a tenant that arrives. */
export function tenantReservation({ db, issuers }: ReservationOptions) {
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

  return async function reserve(
    request: { tenantJson: string; moveId: string; acceptNewIssuer: boolean },
    call: MoveCall,
  ): Promise<ArrivalView> {
    const tenant = parsed(request.tenantJson);
    const { moveId } = request;
    if (!/^req_[0-9a-z]{26}$/.test(moveId))
      throw invalid('/moveId', 'invalid_format', 'must be the id of an export');
    return db.transact(platformContext(call), async (tx) => {
      const known = await lockArrival(tx, tenant.id);
      if (known && known.state !== 'completed' && known.moveId !== moveId)
        throw problem('already_exists', {
          detail: 'The tenant is being imported from another export. Continue or abandon that.',
        });
      if (known && known.moveId === moveId) return arrivalView(issuers)(known);
      await checkReservation(tx, tenant, request.acceptNewIssuer);
      const label = tenantLabel(tenant);
      if (known || !(await reserveArrivalLabel(tx, label, tenant.id))) throw slugTaken(label);
      await insertArrival(tx, { id: tenant.id, label, moveId, tenant });
      await auditTenant(tx, 'tenantImportReserve', tenant.id, { label, moveId });
      return arrivalView(issuers)((await findArrival(tx, tenant.id)) as ArrivalRecord);
    });
  };
}
