/** What remains of the rate limit that is closest to being exhausted. */
export interface RateLimit {
  /** Name of the limit, such as `tenant`. */
  name: string;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

/** A response with what its headers say. */
export interface CallResponse<T> {
  value: T;
  status: number;
  /** The version of the resource, for `ifMatch`. Lists have none. */
  etag: string | undefined;
  /** Identifies the request in logs and support requests. */
  requestId: string | undefined;
  rateLimit: RateLimit | undefined;
  /** This is the stored response of an earlier request with the same idempotency key. */
  isReplayed: boolean;
  headers: Headers;
}

/** `RateLimit: "tenant";r=987;t=42` */
function rateLimitOf(headers: Headers): RateLimit | undefined {
  const [, name, remaining, reset] =
    /^"([^"]*)";r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  if (name === undefined) return undefined;
  return { name, remaining: Number(remaining), resetSeconds: Number(reset) };
}

export const responseWith = <T>(value: T, { status, headers }: Response): CallResponse<T> => ({
  value,
  status,
  etag: headers.get('etag') ?? undefined,
  requestId: headers.get('x-request-id') ?? undefined,
  rateLimit: rateLimitOf(headers),
  isReplayed: headers.get('idempotency-replayed') === 'true',
  headers,
});
