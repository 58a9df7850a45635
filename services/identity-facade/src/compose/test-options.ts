import type { EgressOptions, DnsLookups } from '@platform/kit/egress';
import type { FindLoginFlow } from '../login/resolve-login.ts';

/** Controlled by tests: time, and the ends of the network. */
export interface IdentityFacadeOptions {
  clock?: () => number;
  /** Of every outgoing connection. */
  egress?: Partial<EgressOptions>;
  dns?: DnsLookups;
  findFlow?: FindLoginFlow;
  /** Interval between searches for due domains, in milliseconds. */
  sweepMs?: number;
  /** How long a batch of sign-ins waits to fill, in milliseconds. */
  analyticsWaitMs?: number;
}

/** The clock of the process, unless a test replaces it. */
export const clockOf = ({ clock = Date.now }: IdentityFacadeOptions): (() => number) => clock;
