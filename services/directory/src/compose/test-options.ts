import type { EgressOptions } from '@platform/kit/egress';

/** What a test holds: time, and where the network ends. */
export interface DirectoryOptions {
  clock?: () => number;
  /** Of the way out to sources of users. */
  egress?: Partial<EgressOptions>;
  /** How often due syncs are looked for, in milliseconds. */
  syncSweepMs?: number;
}
