import type { EgressOptions, DnsLookups } from '@platform/kit/egress';
import type { FindLoginFlow } from '../login/resolve-login.ts';

/** What a test holds: time, and where the network ends. */
export interface IdentityFacadeOptions {
  clock?: () => number;
  /** Of every way out. */
  egress?: Partial<EgressOptions>;
  dns?: DnsLookups;
  findFlow?: FindLoginFlow;
  /** How often due domains are looked for, in milliseconds. */
  sweepMs?: number;
  /** How long a batch of sign-ins waits to be full, in milliseconds. */
  analyticsWaitMs?: number;
}

/** The clock of a process, unless a test holds it. */
export const clockOf = ({ clock = Date.now }: IdentityFacadeOptions): (() => number) => clock;
