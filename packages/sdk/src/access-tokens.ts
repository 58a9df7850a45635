import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { Transport } from './attempt.ts';
import { introspection } from './introspection.ts';
import type { IntrospectionOptions } from './introspection.ts';
import { InvalidToken } from './invalid-token.ts';
import { metadataOf } from './oauth.ts';
import type { IssuerMetadata } from './oauth.ts';

/** Which access tokens an API accepts. */
export interface TokenVerifierOptions {
  /** The tenant's issuer, such as `https://acme.id.example.com`. */
  issuer: string;
  /** The API that tokens have to be for. */
  audience: string;
  /** Seconds that the clocks may differ. Default: 5. */
  toleranceSeconds?: number;
  /** Asks the issuer whether tokens have been revoked. Default: a token passes until it expires. */
  introspect?: IntrospectionOptions;
  /** Reads the issuer's metadata and keys, and asks it about tokens. Default: the global `fetch`. */
  fetch?: Transport;
}

/** A verified token. */
export interface AccessToken {
  /** The user, or the application itself. */
  subject: string;
  clientId: string | undefined;
  scopes: ReadonlySet<string>;
  /** The assurance of the user's sign-in, such as `aal2`. */
  acr: string | undefined;
  /** When the user signed in; undefined for a token of the application itself. */
  authenticatedAt: Date | undefined;
  claims: JWTPayload;
  /** The token itself, to call the platform with it. */
  token: string;
}

/** What a request requires of its token. */
export interface TokenRequirements {
  /** Every one of these is required. */
  scopes?: readonly string[];
  /** The sign-in must have reached one of these, the preferred first: `['aal2', 'aal3']`. */
  acr?: string | readonly string[];
  /** The user must have signed in within this time. */
  maxAgeSeconds?: number;
}

/** Verifies the token of one request. Without a token, it throws `token_missing`. */
export type TokenVerifier = (
  token: string | undefined,
  required?: TokenRequirements,
) => Promise<AccessToken>;

function keysOf({ fetch }: TokenVerifierOptions, { issuer, jwks_uri }: IssuerMetadata) {
  if (jwks_uri === undefined) throw new TypeError(`${issuer} publishes no keys`);
  return createRemoteJWKSet(new URL(jwks_uri), fetch && { [customFetch]: fetch });
}

/** Errors of the token. Others, such as keys that cannot be read, are no reason to reject it. */
const isOfToken = (error: unknown): error is errors.JOSEError =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) &&
  // `jose` reports a response without keys as an error of no class of its own.
  error.code !== errors.JOSEError.code;

/**
 * Parts that decoders read in one way only: they ignore surplus bits of the last character, so that one token would have several
 * spellings.
 */
const canonical =
  /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$/;

async function payloadOf(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience, toleranceSeconds = 5 }: TokenVerifierOptions,
): Promise<JWTPayload> {
  const realm = audience;
  if (!token.split('.').every((part) => canonical.test(part)))
    throw new InvalidToken('token_invalid', 'the token is not canonical base64url', { realm });
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
    throw new InvalidToken(reason, cause.message, { realm, cause });
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

function accessTokenOf(token: string, claims: JWTPayload): AccessToken {
  const { sub = '', auth_time: authTime } = claims;
  return {
    subject: sub,
    clientId: textOf(claims['client_id']),
    scopes: new Set(textOf(claims['scope'])?.split(' ') ?? []),
    acr: textOf(claims['acr']),
    authenticatedAt: typeof authTime === 'number' ? new Date(authTime * 1000) : undefined,
    claims,
    token,
  };
}

function checkScopes({ scopes }: AccessToken, required: readonly string[], realm: string): void {
  const missingScopes = required.filter((one) => !scopes.has(one));
  if (missingScopes.length === 0) return;
  const message = `the token lacks ${missingScopes.join(', ')}`;
  throw new InvalidToken('insufficient_scope', message, {
    realm,
    missingScopes,
    scope: required.join(' '),
  });
}

/** Asks for a stronger or more recent sign-in (RFC 9470). */
function checkSignIn(
  token: AccessToken,
  { acr = [], maxAgeSeconds }: TokenRequirements,
  { audience: realm, toleranceSeconds = 5 }: TokenVerifierOptions,
): void {
  const accepted = typeof acr === 'string' ? [acr] : acr;
  const isWeak = accepted.length > 0 && !(token.acr !== undefined && accepted.includes(token.acr));
  const ageSeconds = (Date.now() - (token.authenticatedAt?.getTime() ?? -Infinity)) / 1000;
  const isOld = maxAgeSeconds !== undefined && ageSeconds > maxAgeSeconds + toleranceSeconds;
  if (!isWeak && !isOld) return;
  const message = isWeak
    ? `the sign-in must reach ${accepted.join(' or ')}`
    : `the sign-in must be at most ${maxAgeSeconds} seconds old`;
  throw new InvalidToken('insufficient_user_authentication', message, {
    realm,
    ...(accepted.length > 0 && { acr_values: accepted.join(' ') }),
    ...(maxAgeSeconds !== undefined && { max_age: maxAgeSeconds }),
  });
}

/**
 * Makes a function that verifies access tokens: signature, issuer, audience and lifetime, then what the request requires. It reads the
 * issuer's keys once, so make one for the whole application. Without `introspect` it works offline, and a token that has been revoked
 * passes until it expires.
 * @throws InvalidToken from the function, for a token that must be rejected; any other error is not the token's fault
 * @example
 * const verify = accessTokenVerifier({ issuer: 'https://acme.id.example.com', audience: 'product-api' });
 * const { subject } = await verify('eyJ…', { scopes: ['orders.read'], acr: ['aal2', 'aal3'] });
 */
export function accessTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { issuer, audience: realm, introspect, fetch } = options;
  const readMetadata = metadataOf(options);
  let keys: JWTVerifyGetKey | undefined;
  const isActive =
    introspect &&
    introspection({ issuer, ...introspect, fetch }, readMetadata, introspect.maxAgeSeconds);

  return async (token, required = {}) => {
    if (token === undefined)
      throw new InvalidToken('token_missing', 'the request has no access token', { realm });
    const metadata = await readMetadata();
    keys ??= keysOf(options, metadata);
    const verified = accessTokenOf(token, await payloadOf(token, keys, options));
    if (isActive && !(await isActive(token)))
      throw new InvalidToken('token_invalid', 'the token has been revoked', { realm });
    checkScopes(verified, required.scopes ?? [], realm);
    checkSignIn(verified, required, options);
    return verified;
  };
}
