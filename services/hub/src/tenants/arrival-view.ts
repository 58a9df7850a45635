import { defaultTenantId } from '@platform/contracts';
import type { Actor } from '@platform/contracts';
import type { TxContext } from '@platform/kit/database';
import type { ArrivalRecord } from './tenant-arrival-store.ts';
import { issuerOf } from './tenant-view.ts';
import type { IssuerSettings } from './tenant-view.ts';

/** Who asks, and in which request. */
export interface MoveCall {
  actor: Actor;
  requestId: string | undefined;
}

/** An arrival as operators and services see it. */
export interface ArrivalView {
  tenantId: string;
  moveId: string;
  state: ArrivalRecord['state'];
  issuer: string;
}

/** Arrivals belong to the platform's own tenant: the tenant that arrives must have no rows and records before its own. */
export const platformContext = ({ actor, requestId }: MoveCall): TxContext => ({
  tenantId: defaultTenantId,
  actor,
  requestId,
});
/** Presents an arrival. */
export const arrivalView =
  (issuers: IssuerSettings) =>
  ({ id, moveId, state, tenant }: ArrivalRecord): ArrivalView => ({
    tenantId: id,
    moveId,
    state,
    issuer: issuerOf(tenant, issuers),
  });
