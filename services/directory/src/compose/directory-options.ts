import type { EgressOptions } from '@platform/kit/egress';

/** What a test holds: where the network ends. */
export interface DirectoryOptions {
  /** Of every way out. */
  egress?: Partial<EgressOptions>;
}
