import { compactVerify } from 'jose';
import { problem } from '@platform/kit/problem';
import { readJws, tokenInvalid } from './jws-form.ts';
import type { KeySet } from './key-set.ts';
import type { ReviewToken } from './token-review.ts';
import { verifiedCache } from './verified-cache.ts';

/** Which tokens a channel accepts. */
export interface ProjectedTokenOptions {
  /** Compared byte for byte. */
  issuer: string;
  audience: string;
  /** Regular expression over the whole `sub`, anchored at both ends, at most 512 characters. */
  allowedSub: string;
  keys: Pick<KeySet, 'key'>;
  /**
   * Longest time from `iat` to `exp`, in milliseconds. Default 1 h, since a token outlives the pod
   * and the account that it was issued for.
   */
  maxLifetimeMs?: number;
  /** Runs last, for each call: see `tokenReviews`. */
  review?: ReviewToken | undefined;
  now?: () => number;
  cacheSize?: number;
}

/** The workload behind a projected token. */
export interface ServiceCaller {
  /** `system:serviceaccount:{namespace}:{name}`. */
  sub: string;
  namespace: string;
  /** Name of the service account. */
  serviceAccount: string;
}

const algorithms = ['RS256', 'RS384', 'ES256', 'ES384'];
const skewSeconds = 30;
const hourMs = 60 * 60 * 1_000;

function wholeMatch(allowedSub: string): RegExp {
  const isAnchored = allowedSub.startsWith('^') && /(?<!\\)(?:\\\\)*\$$/.test(allowedSub);
  if (!isAnchored || allowedSub.length > 512) {
    throw new Error(
      `allowed-sub must be anchored (^…$) and at most 512 characters: "${allowedSub.slice(0, 80)}"`,
    );
  }
  new RegExp(allowedSub); // By itself first: a stray parenthesis could close the group around it.
  return new RegExp(`^(?:${allowedSub})$`);
}

/**
 * Extracts the token from the value of `X-Platform-Service-Authorization` or `Authorization`:
 * `Bearer x` or a bare `x`. Returns undefined for an empty value or another scheme.
 * @throws 400 `malformed_request` for two values, which Node joins with a comma.
 */
export function serviceToken(value: string | undefined): string | undefined {
  const [first, second, third] = (value ?? '').split(/ +/);
  const isBearer = first!.toLowerCase() === 'bearer';
  if (value?.includes(',') || (isBearer && third !== undefined)) {
    throw problem('malformed_request', { detail: 'Send exactly one service token' });
  }
  if (second === undefined) return isBearer ? undefined : first || undefined;
  return isBearer ? second || undefined : undefined;
}

function checkTimes(
  { exp, iat, nbf }: Record<string, unknown>,
  { nowSeconds, maxLifeSeconds }: { nowSeconds: number; maxLifeSeconds: number },
): void {
  if (typeof exp !== 'number' || typeof iat !== 'number')
    throw tokenInvalid('exp and iat must be timestamps');
  // Legacy service-account tokens never expire, so they are not accepted as identities.
  if (!(exp - iat <= maxLifeSeconds + skewSeconds))
    throw tokenInvalid('the lifetime of the token is too long');
  if (!(exp + skewSeconds > nowSeconds)) throw tokenInvalid('the token has expired');
  const start = nbf === undefined ? iat : nbf;
  if (typeof start !== 'number' || Math.max(iat, start) > nowSeconds + skewSeconds)
    throw tokenInvalid('the token is not valid yet');
}

/**
 * Creates the verifier of projected service-account tokens. `verify` takes the result of
 * `serviceToken`.
 * @throws 401 `token_missing`, `token_invalid`; 403 `caller_not_allowed` for a valid token of
 * another account; 503 `upstream_unavailable` while there are no keys. At construction: a pattern
 * that is not anchored.
 */
export function projectedTokens(options: ProjectedTokenOptions) {
  const { issuer, audience, keys, now = Date.now, cacheSize = 1_000 } = options;
  const maxLifeSeconds = (options.maxLifetimeMs ?? hourMs) / 1000;
  const allowed = wholeMatch(options.allowedSub);
  const cached = verifiedCache<Record<string, unknown>>({ max: cacheSize, ttlMillis: 60_000, now });

  async function checkSignature(token: string) {
    const { header, claims } = readJws(token);
    const { alg, kid } = header;
    if (typeof alg !== 'string' || !algorithms.includes(alg))
      throw tokenInvalid('the algorithm is not accepted');
    if (Object.hasOwn(header, 'crit'))
      throw tokenInvalid('critical header parameters are not supported');
    if (typeof kid !== 'string' || kid === '') throw tokenInvalid('the token has no key id');
    if (claims.iss !== issuer) throw tokenInvalid('the token has another issuer');
    const key = await keys.key({ alg, kid });
    await compactVerify(token, key, { algorithms: [alg] }).catch((cause: unknown) => {
      throw tokenInvalid('the signature is not valid', cause);
    });
    const { aud } = claims;
    if (aud !== audience && !(Array.isArray(aud) && aud.includes(audience)))
      throw tokenInvalid('the token is for another audience');
    return { value: claims, exp: claims.exp };
  }

  return async function verify(token: string | undefined): Promise<ServiceCaller> {
    if (!token) throw problem('token_missing');
    const claims = await cached(token, () => checkSignature(token));
    checkTimes(claims, { nowSeconds: now() / 1000, maxLifeSeconds });
    if (typeof claims.sub !== 'string') throw tokenInvalid('sub must be a string');
    const [, namespace, serviceAccount] =
      /^system:serviceaccount:([^:]+):([^:]+)$/.exec(claims.sub) ?? [];
    if (!namespace || !serviceAccount || !allowed.test(claims.sub))
      throw problem('caller_not_allowed');
    await options.review?.({ token, audience, sub: claims.sub, serviceAccount });
    return { sub: claims.sub, namespace, serviceAccount };
  };
}

/** Verifies a token and returns its workload; see {@link projectedTokens}. */
export type ProjectedTokenVerifier = ReturnType<typeof projectedTokens>;
