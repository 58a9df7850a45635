import { defaultTenantId } from '@platform/contracts';
import type { EventTypeName, Tenant } from '@platform/contracts';
import type { Tx, TxContext } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { cutOff } from '../token-cutoffs/cut-off.ts';
import { auditTenant } from './tenant-audit.ts';
import type { TenantsOptions } from './tenants-options.ts';
import { findTenantById, findTestTenantOf, lockTenant, updateTenantState } from './tenant-store.ts';
import type { TenantRecord } from './tenant-store.ts';
import { presentTenant } from './tenant-view.ts';

type State = Tenant['state'];
interface Transition {
  to: State;
  emits: EventTypeName;
  operationId: string;
}

const suspend: Transition = {
  to: 'suspended',
  emits: 'tenant.suspended',
  operationId: 'tenantSuspend',
};
const reactivate: Transition = {
  to: 'active',
  emits: 'tenant.reactivated',
  operationId: 'tenantReactivate',
};
const remove: Transition = {
  to: 'deleting',
  emits: 'tenant.suspended',
  operationId: 'tenantDelete',
};
const restore: Transition = {
  to: 'suspended',
  emits: 'tenant.suspended',
  operationId: 'tenantRestore',
};
const end: Transition = { to: 'deleted', emits: 'tenant.deleted', operationId: 'tenantPurge' };

/** The allowed transitions, by current and requested state. */
const transitions: Partial<Record<State, Partial<Record<State, Transition>>>> = {
  active: { suspended: suspend, deleting: remove },
  suspended: { active: reactivate, deleting: remove },
  deleting: { suspended: restore, deleted: end },
};

export interface StateChange extends TxContext {
  to: State;
  /** The required current state. Empty or absent: any state from which `to` can be reached. */
  from?: string;
}

export function tenantStates(options: TenantsOptions) {
  const { db, issuers } = options;

  async function enter(
    tx: Tx,
    row: TenantRecord,
    { to, emits, operationId }: Transition,
  ): Promise<Tenant> {
    const deletedAt = to === 'deleting' ? new Date() : to === 'deleted' ? row.deletedAt : null;
    const tenant = presentTenant(
      await updateTenantState(tx, row.id, { state: to, deletedAt }),
      issuers,
    );
    // A suspension revokes no tokens: the state itself blocks callers, and tokens are valid again after reactivation.
    if (to === 'deleting' || to === 'deleted') await cutOff(tx, { kind: 'tenant', id: row.id });
    await tx.publish({
      type: emits,
      subject: { type: 'tenant', id: row.id },
      data: { tenant },
    });
    await auditTenant(tx, operationId, row.id);
    return tenant;
  }

  async function checkParent(row: TenantRecord, to: State): Promise<void> {
    const parent =
      row.parentTenantId && to !== 'deleted' && row.state === 'deleting'
        ? await db.work((tx) => findTenantById(tx, row.parentTenantId as string))
        : undefined;
    if (parent && ['deleting', 'deleted'].includes(parent.state))
      throw problem('invalid_state', { detail: 'The parent tenant is being deleted' });
  }

  async function change({ to, from, ...context }: StateChange): Promise<Tenant> {
    const { tenantId } = context;
    const known = await db.work((tx) => findTenantById(tx, tenantId));
    if (!known || (known.state === 'deleted' && to !== 'deleted'))
      throw problem('not_found', { detail: 'The tenant was not found' });
    if (known.id === defaultTenantId && to !== 'active')
      throw problem('invalid_state', { detail: 'The default tenant is always active' });
    await checkParent(known, to);
    return db.transact(context, async (tx) => {
      const row = (await lockTenant(tx, tenantId)) as TenantRecord;
      if (from && row.state !== from)
        throw problem('invalid_state', { detail: `The tenant is ${row.state}, not ${from}` });
      if (row.state === to) return presentTenant(row, issuers);
      const transition = transitions[row.state]?.[to];
      if (!transition)
        throw problem('invalid_state', {
          detail: `A tenant that is ${row.state} cannot become ${to}`,
        });
      return enter(tx, row, transition);
    });
  }

  /** Deletion and restoration include the test tenant. If one of the two fails, the request can be repeated. */
  return async function changeState(wanted: StateChange): Promise<Tenant> {
    const tenant = await db.work((tx) => findTenantById(tx, wanted.tenantId));
    const twin = tenant && (await db.work((tx) => findTestTenantOf(tx, tenant.id)));
    const includesTwin =
      twin && twin.state !== 'deleted' && (wanted.to === 'deleting' || tenant.state === 'deleting');
    if (includesTwin && wanted.to === 'deleting' && tenant.id !== defaultTenantId)
      await change({ ...wanted, tenantId: twin.id });
    const changed = await change(wanted);
    if (includesTwin && wanted.to === 'suspended' && twin.state === 'deleting')
      await change({ ...wanted, tenantId: twin.id });
    return changed;
  };
}
