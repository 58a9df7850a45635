import type { RateVerdict } from './rate-verdict.ts';

/**
 * Builds `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers, structured
 * fields), the older `RateLimit-Limit`, `-Remaining`, `-Reset`, and `Retry-After` for a rejected
 * request. Returns none if no limit applies. Formatted by hand for speed, since every response
 * carries them: names are fixed words of the platform, and values are integers.
 */
export const rateHeaders = ({
  allowed,
  nearest,
  retryAfterSeconds,
}: RateVerdict): Record<string, string> =>
  nearest === null
    ? {}
    : {
        'RateLimit-Policy': `"${nearest.name}";q=${nearest.limit};w=60`,
        RateLimit: `"${nearest.name}";r=${nearest.remaining};t=${nearest.resetSeconds}`,
        'RateLimit-Limit': String(nearest.limit),
        'RateLimit-Remaining': String(nearest.remaining),
        'RateLimit-Reset': String(nearest.resetSeconds),
        ...(allowed ? {} : { 'Retry-After': String(Math.max(1, retryAfterSeconds)) }),
      };
