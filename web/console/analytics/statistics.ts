import type { LoginAnalytics } from '@platform/sdk';

/** The statistics of a period, and of the one that it is compared with. */
export interface StatisticsProps {
  now: LoginAnalytics;
  /** Undefined while it is not compared. */
  before: LoginAnalytics | undefined;
  days: number;
}
