import { tenantLimitNames, tenantLimitProperties } from '@platform/contracts';
import type { Tenant, TenantLimitName, TenantLimits } from '@platform/contracts';
import type { TxContext } from '@platform/kit/database';
import { invalid, problem } from '@platform/kit/problem';
import { highestOverride } from '@platform/kit/rate';
import { auditTenant } from './tenant-audit.ts';
import { findTenantById, lockTenant, updateTenantLimits } from './tenant-store.ts';
import type { TenantRecord } from './tenant-store.ts';
import { presentTenant } from './tenant-view.ts';
import type { ConfiguredLimits, TenantsOptions } from './tenants-options.ts';

/** Sets the limits in `set`, and resets those that `clear` names to the configured limits. */
export interface LimitsChange extends TxContext {
  set: TenantLimits;
  clear: readonly string[];
}

/** @throws 422 for a limit above ten times the configured one, or for 0 if a limit is configured */
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
      throw invalid('/clear', 'unknown_member', `has no limit named ${name.slice(0, 100)}`);
    if (set[name as TenantLimitName] !== undefined)
      throw invalid(
        '/clear',
        'invalid_format',
        `must not contain ${name}, which is set in the same request`,
      );
  }
}

/** Changes a tenant's own limits. Setting the same limits again changes and publishes nothing. */
export function tenantLimits({ db, issuers, configuredLimits }: TenantsOptions) {
  return async function setLimits(wanted: LimitsChange): Promise<Tenant> {
    checkChange(wanted, configuredLimits);
    const { set: _set, clear: _clear, ...context } = wanted;
    const { tenantId } = context;
    const known = await db.work((tx) => findTenantById(tx, tenantId));
    if (!known || known.state === 'deleted')
      throw problem('not_found', { detail: 'The tenant was not found' });
    return db.transact(context, async (tx) => {
      const row = (await lockTenant(tx, tenantId)) as TenantRecord;
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
