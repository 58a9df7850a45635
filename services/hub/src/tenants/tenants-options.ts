import type { TenantLimitName } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import type { Database } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import type { IssuerSettings } from './tenant-view.ts';

/** The limits of a tenant without limits of its own, as this process is configured. */
export type ConfiguredLimits = Readonly<Record<TenantLimitName, number>>;

/** What the rules of tenants work with. */
export interface TenantsOptions {
  db: Database;
  bus: Pick<Bus, 'consume'>;
  secrets: SecretBox;
  issuers: IssuerSettings;
  configuredLimits: ConfiguredLimits;
}
