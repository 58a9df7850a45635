import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { Transport } from './attempt.ts';
import { discover } from './oauth.ts';

/** Which access tokens an API accepts. */
export interface TokenVerifierOptions {
  /** The tenant's issuer, such as `https://acme.id.example.com`. */
  issuer: string;
  /** The API that tokens have to be for. */
  audience: string;
  /** Seconds that the clocks may differ. Default: 5. */
  toleranceSeconds?: number;
  /** Reads the issuer's metadata and keys. Default: the global `fetch`. */
  fetch?: Transport;
}

/** A verified token. */
export interface AccessToken {
  /** The user, or the application itself. */
  subject: string;
  clientId: string | undefined;
  scopes: ReadonlySet<string>;
  claims: JWTPayload;
}

export interface RequiredScopes {
  /** Every one of these is required. */
  scopes?: readonly string[];
}

/** Verifies the token of one request. */
export type TokenVerifier = (token: string, required?: RequiredScopes) => Promise<AccessToken>;

/** A token that must be rejected: with status 403 for a missing scope, otherwise with 401. */
export class InvalidToken extends Error {
  override readonly name = 'InvalidToken';
  readonly reason: 'token_invalid' | 'token_expired' | 'insufficient_scope';
  readonly missingScopes: readonly string[];

  constructor(
    reason: InvalidToken['reason'],
    message: string,
    { missingScopes = [], cause }: { missingScopes?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.reason = reason;
    this.missingScopes = missingScopes;
  }

  /** The status of the response. */
  get status(): 401 | 403 {
    return this.reason === 'insufficient_scope' ? 403 : 401;
  }
}

async function keysOf(options: TokenVerifierOptions): Promise<JWTVerifyGetKey> {
  const { jwks_uri: address } = await discover(options);
  if (address === undefined) throw new TypeError(`${options.issuer} publishes no keys`);
  const { fetch } = options;
  return createRemoteJWKSet(new URL(address), fetch && { [customFetch]: fetch });
}

/** Errors of the token. Others, such as keys that cannot be read, are no reason to reject it. */
const isOfToken = (error: unknown): error is errors.JOSEError =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid);

async function payloadOf(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience, toleranceSeconds = 5 }: TokenVerifierOptions,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      // RFC 9068 §4: no other token of the issuer passes for an access token.
      typ: 'at+jwt',
      clockTolerance: toleranceSeconds,
      requiredClaims: ['sub', 'exp'],
    });
    return payload;
  } catch (cause) {
    if (!isOfToken(cause)) throw cause;
    const reason = cause instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid';
    throw new InvalidToken(reason, cause.message, { cause });
  }
}

/**
 * Makes a function that verifies access tokens offline: signature, issuer, audience, lifetime and scopes. Keys are cached. A token that has
 * been revoked passes until it expires.
 * @example
 * const verify = accessTokenVerifier({ issuer: 'https://acme.id.example.com', audience: 'orders' });
 * const { subject } = await verify('eyJ…', { scopes: ['orders.read'] });
 */
export function accessTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const readKeys = (): Promise<JWTVerifyGetKey> =>
    (keys ??= keysOf(options).catch((error: unknown) => {
      keys = undefined;
      throw error;
    }));

  return async (token, { scopes: required = [] } = {}) => {
    const claims = await payloadOf(token, await readKeys(), options);
    const { sub = '', scope, client_id: clientId } = claims;
    const scopes = new Set(typeof scope === 'string' ? scope.split(' ') : []);
    const missingScopes = required.filter((one) => !scopes.has(one));
    if (missingScopes.length > 0)
      throw new InvalidToken('insufficient_scope', `the token lacks ${missingScopes.join(', ')}`, {
        missingScopes,
      });
    return {
      subject: sub,
      clientId: typeof clientId === 'string' ? clientId : undefined,
      scopes,
      claims,
    };
  };
}
