import type { EgressOptions } from '@platform/kit/egress';

/** Parts that a test replaces: time and the network. */
export interface DirectoryOptions {
  clock?: () => number;
  /** For connections to sources of users. */
  egress?: Partial<EgressOptions>;
  /** Interval between searches for due syncs, in milliseconds. */
  syncSweepMs?: number;
}
