import type { LaneHealth } from './lane-health.ts';

/** The reason why all lanes of a tenant are paused: it is suspended, or not entitled to webhooks. */
export type TenantPause = 'suspended' | 'unentitled';

/** A row of webhook_lanes. Times in epoch milliseconds. */
export interface LaneRecord {
  endpointId: string;
  enabled: boolean;
  /** Why all lanes of the tenant are paused; empty while they are not. */
  tenantPauses: readonly TenantPause[];
  revision: number;
  epoch: number;
  openSince: number | null;
  checkAt: number | null;
  pacedUntil: number | null;
  health: LaneHealth;
}
