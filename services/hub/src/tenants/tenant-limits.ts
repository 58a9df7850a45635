import { tenantLimitNames, tenantLimitProperties } from '@platform/contracts';
import type { Actor, Tenant, TenantLimitName, TenantLimits } from '@platform/contracts';
import { invalid, problem } from '@platform/kit/problem';
import { highestOverride } from '@platform/kit/rate';
import { auditTenant } from './tenant-audit.ts';
import type { TenantsOptions } from './tenant-creation.ts';
import { findTenantById, lockTenant, updateTenantLimits } from './tenant-store.ts';
import type { TenantRow } from './tenant-store.ts';
import { presentTenant } from './tenant-view.ts';

/** What holds for a tenant without limits of its own, as far as this process is told. */
export type ConfiguredLimits = Readonly<Record<TenantLimitName, number>>;

/** Members of `set` are set, members that `clear` names are as configured again; the rest stays. */
export interface LimitsChange {
  tenantId: string;
  set: TenantLimits;
  clear: readonly string[];
  actor: Actor;
  requestId?: string;
}

/** Refuses what is above ten times the configured limit, and 0 where it would lift one. */
export function checkLimits(limits: TenantLimits, configured: ConfiguredLimits): void {
  for (const name of tenantLimitNames) {
    const [value, usual] = [limits[name], configured[name]];
    const [lowest, highest] = [usual === 0 ? 0 : 1, highestOverride(usual)];
    if (value === undefined || (Number.isSafeInteger(value) && value >= lowest && value <= highest))
      continue;
    const why = usual === 0 ? '' : `, ten times ${tenantLimitProperties[name]}`;
    throw invalid(`/limits/${name}`, 'invalid_format', `must be ${lowest} to ${highest}${why}`);
  }
}

function changedLimits(
  present: TenantLimits | null,
  { set, clear }: LimitsChange,
): TenantLimits | null {
  const limits: TenantLimits = { ...present, ...set };
  for (const name of clear) delete limits[name as TenantLimitName];
  return Object.keys(limits).length === 0 ? null : limits;
}

const isSame = (a: TenantLimits | null, b: TenantLimits | null): boolean =>
  tenantLimitNames.every((name) => a?.[name] === b?.[name]);

function checkChange({ set, clear }: LimitsChange, configured: ConfiguredLimits): void {
  checkLimits(set, configured);
  for (const name of clear) {
    if (!tenantLimitNames.includes(name as TenantLimitName))
      throw invalid('/clear', 'unknown_member', `${name.slice(0, 100)} is no limit`);
    if (set[name as TenantLimitName] !== undefined)
      throw invalid('/clear', 'invalid_format', `${name} is set as well`);
  }
}

/** Changes a tenant's own limits; repeated, it changes and tells nothing. */
export function tenantLimits({ db, issuers, configuredLimits }: TenantsOptions) {
  return async function setLimits(wanted: LimitsChange): Promise<Tenant> {
    checkChange(wanted, configuredLimits);
    const { tenantId, actor, requestId } = wanted;
    const known = await db.work((tx) => findTenantById(tx, tenantId));
    if (!known || known.state === 'deleted')
      throw problem('not_found', { detail: 'there is no such tenant' });
    return db.transact({ tenantId, actor, ...(requestId ? { requestId } : {}) }, async (tx) => {
      const row = (await lockTenant(tx, tenantId)) as TenantRow;
      const limits = changedLimits(row.limits, wanted);
      if (isSame(row.limits, limits)) return presentTenant(row, issuers);
      const tenant = presentTenant(await updateTenantLimits(tx, tenantId, limits), issuers);
      await tx.publish({
        type: 'tenant.updated',
        subject: { type: 'tenant', id: tenantId },
        data: { tenant },
      });
      await auditTenant(tx, 'tenantLimitsSet', tenantId, {
        before: row.limits,
        limits,
      });
      return tenant;
    });
  };
}
