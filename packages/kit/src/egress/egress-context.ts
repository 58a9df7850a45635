import type { EgressRequest } from './egress-calls.ts';
import type { connections } from './connections.ts';
import { EgressFailed } from './egress-error.ts';
import type { EgressProfile } from './profiles.ts';
import type { Hop } from './redirects.ts';
import { checkedUrl } from './target.ts';
import type { TargetRules } from './target.ts';

/** State shared by the calls of one client. */
export interface EgressContext {
  readonly profile: EgressProfile;
  readonly rules: TargetRules;
  /** Monotonic, in milliseconds. */
  readonly clock: () => number;
  readonly onConnection: ReturnType<typeof connections>['onConnection'];
}

/** Runs the check of an address. If it throws, the address is blocked. */
export const blocked = <T>(check: () => T): T => {
  try {
    return check();
  } catch (cause) {
    throw new EgressFailed('address_blocked', { cause });
  }
};

/** Returns the first hop of a call, after checking its URL. */
export const firstHop = (
  { rules }: EgressContext,
  { url, headers = {} }: Pick<EgressRequest, 'url' | 'headers'>,
): Hop => ({ ...blocked(() => checkedUrl(url, rules)), headers });
