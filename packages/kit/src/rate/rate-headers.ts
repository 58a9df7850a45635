import type { RateVerdict } from './rate-verdict.ts';

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers, structured fields), the older
 * `RateLimit-Limit`, `-Remaining`, `-Reset`, and `Retry-After` when refused. Empty when nothing was limited. Written by
 * hand, since every answer carries them: names are the platform's own words, values whole numbers.
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
