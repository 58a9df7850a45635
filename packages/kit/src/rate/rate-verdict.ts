/** A limit for a request. */
export interface RateCheck {
  /** Name of the policy, shown in the headers: `tenant`, `client`, `ip`. */
  name: string;
  /** The limited party: a tenant id, an address. Unique within the name. */
  key: string;
  /** Requests per minute; 0: no limit. */
  limit: number;
}

/** State of one limit. */
export interface RateState {
  name: string;
  limit: number;
  /** Number of requests that would pass now. */
  remaining: number;
  /**
   * Whole seconds, at least 1: if rejected, until a request passes; otherwise until the minute
   * ends.
   */
  resetSeconds: number;
}

/** The result of `take` and `check`. */
export interface RateVerdict {
  allowed: boolean;
  /**
   * The limit with the fewest requests left, or the one that rejected; null if no limit applies.
   */
  nearest: RateState | null;
  /** 0 if allowed. */
  retryAfterSeconds: number;
}
