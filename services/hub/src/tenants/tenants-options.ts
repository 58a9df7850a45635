import type { TenantLimitName } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import type { Database } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import type { IssuerSettings } from './tenant-view.ts';

/** The configured limits of tenants without their own limits. */
export type ConfiguredLimits = Readonly<Record<TenantLimitName, number>>;

export interface TenantsOptions {
  db: Database;
  bus: Pick<Bus, 'consume'>;
  secrets: SecretBox;
  issuers: IssuerSettings;
  configuredLimits: ConfiguredLimits;
}
