/** One limit that a request must stay under. */
export interface RateCheck {
  /** Name of the policy, shown in the headers: `tenant`, `client`, `ip`. */
  name: string;
  /** Whose share: a tenant id, an address. Unique within the name. */
  key: string;
  /** Requests a minute; 0 = no limit. */
  limit: number;
}

/** How one limit stands. */
export interface RateState {
  name: string;
  limit: number;
  /** Requests that would pass right now. */
  remaining: number;
  /** Whole seconds, at least 1: when refused, until one passes; else until the minute ends. */
  resetSeconds: number;
}

/** The answer to `take` and `check`. */
export interface RateVerdict {
  allowed: boolean;
  /** The limit with the fewest requests left, or the one that refused; null when nothing was limited. */
  nearest: RateState | null;
  /** 0 when allowed. */
  retryAfterSeconds: number;
}
