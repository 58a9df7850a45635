import { compactVerify } from 'jose';
import { isId } from '@platform/contracts';
import type { Authentication, Principal } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import { withChallenge } from './challenge.ts';
import { RevokedToken, boundSession } from './cutoff.ts';
import type { Cutoffs } from './cutoff.ts';
import { issuerReader } from './issuer.ts';
import type { IssuerForm, IssuerOptions } from './issuer.ts';
import { readJws, tokenInvalid } from './jws-form.ts';
import type { KeySet } from './key-set.ts';
import { scopeSet } from './scope.ts';
import { requireActive, tenantLabel } from './tenant-directory.ts';
import type { DirectoryTenant, TenantLookup } from './tenant-directory.ts';
import { verifiedCache } from './verified-cache.ts';

/**
 * Claims of a verified access token (RFC 9068), plus any others that the hub added. Frozen, because
 * the object is shared.
 */
export interface AccessClaims {
  readonly iss: string;
  readonly sub: string;
  readonly client_id: string;
  readonly tnt: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly [claim: string]: unknown;
}

/** The authenticated caller and its tenant. The tenant may be suspended: see `requireActive`. */
export interface Verified {
  principal: Principal;
  claims: AccessClaims;
  tenant: DirectoryTenant;
}

/** A token whose `iss` and `tnt` name different tenants, accepted while `enforceTntIss` is off. */
export interface IssuerMismatch {
  iss: string;
  tnt: string;
  clientId: string;
}

/** Options of {@link bearerVerifier}. Times in milliseconds. */
export interface BearerOptions {
  issuers: IssuerOptions;
  /** The hub's keys. */
  keys: Pick<KeySet, 'key' | 'knows'>;
  tenants: Pick<TenantLookup, 'bySlug' | 'byId' | 'known'>;
  cutoffs: Cutoffs;
  /** `platform.hub.enforce-tnt-iss-consistency`. */
  enforceTntIss: boolean;
  /** Called for each accepted mismatch, for log and metric. */
  onMismatch?: (mismatch: IssuerMismatch) => void;
  /** Called for each verification, for `platform_token_cache_total`. */
  onCache?: (result: 'hit' | 'miss') => void;
  /** URL of the protected resource's metadata, for `WWW-Authenticate` (RFC 9728). */
  resourceMetadata: string;
  audience?: string;
  now?: () => number;
  cacheSize?: number;
  cacheTtlMillis?: number;
}

const skewSeconds = 30;
const algorithms = ['ES256', 'RS256'];
const types = ['at+jwt', 'application/at+jwt'];

interface SignedToken {
  kid: string;
  claims: Record<string, unknown>;
  issuer: IssuerForm;
}

// Check 1 (RFC 6750 §2.1).
function bearerOf(authorization: string | undefined): string {
  if (!authorization || !/^bearer(?: |$)/i.test(authorization)) throw problem('token_missing');
  let start = 'bearer'.length;
  while (authorization[start] === ' ') start++;
  const token = authorization.slice(start);
  if (token === '' || token.includes(' '))
    throw tokenInvalid('Authorization must contain exactly one bearer token');
  return token;
}

// Check 2. Reads no other header parameter: `jku`, `jwk`, `x5u` and `x5c` must not supply a key.
function checkHeader(header: Record<string, unknown>): { alg: string; kid: string } {
  const { alg, typ, kid } = header;
  if (typeof alg !== 'string' || !algorithms.includes(alg))
    throw tokenInvalid('the algorithm is not accepted');
  if (typeof typ !== 'string' || !types.includes(typ))
    throw tokenInvalid('the token is not an access token');
  if (Object.hasOwn(header, 'crit'))
    throw tokenInvalid('critical header parameters are not supported');
  if (typeof kid !== 'string' || kid === '') throw tokenInvalid('the token has no key id');
  return { alg, kid };
}

// Check 5.
function checkAudience(claims: Record<string, unknown>, audience: string): void {
  const { aud } = claims;
  if (aud !== audience && !(Array.isArray(aud) && aud.includes(audience)))
    throw tokenInvalid('the token is for another audience');
  // RFC 7800: without its proof, a bound token is treated as stolen.
  if (Object.hasOwn(claims, 'cnf'))
    throw tokenInvalid('sender-constrained tokens are not accepted as bearer tokens');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

// Checks 6 and 7.
function checkClaims(
  claims: Record<string, unknown>,
  nowMillis: number,
): asserts claims is Record<string, unknown> & AccessClaims {
  const nowSeconds = nowMillis / 1000;
  for (const name of ['exp', 'iat'])
    if (!isTime(claims[name])) throw tokenInvalid(`${name} must be a time`);
  for (const name of ['jti', 'sub', 'client_id'])
    if (!isText(claims[name])) throw tokenInvalid(`${name} must be a string`);
  const { exp, iat, nbf } = claims as { exp: number; iat: number; nbf?: unknown };
  if (exp + skewSeconds <= nowSeconds) throw problem('token_expired');
  if (nbf !== undefined && !isTime(nbf)) throw tokenInvalid('nbf must be a time');
  if (Math.max(iat, nbf ?? -Infinity) > nowSeconds + skewSeconds)
    throw tokenInvalid('the token is not valid yet');
  if (!isId('tenant', claims.tnt)) throw problem('tenant_claim_missing');
}

/** The subjects of nested `act` claims (RFC 8693 §4.1), outermost first. */
function actorsOf(act: unknown): string[] {
  const actors: string[] = [];
  for (
    let at = act;
    typeof at === 'object' && at !== null && actors.length < 16;
    at = (at as { act?: unknown }).act
  ) {
    const { sub } = at as { sub?: unknown };
    if (isText(sub)) actors.push(sub);
  }
  return actors;
}

const authenticationOf = ({
  acr,
  amr,
  auth_time: authTime,
  act,
}: AccessClaims): Authentication => ({
  acr: isText(acr) ? acr : null,
  amr: Array.isArray(amr) ? amr.filter(isText) : [],
  authTime: isTime(authTime) ? authTime : null,
  actors: actorsOf(act),
});

function principalOf(claims: AccessClaims): Principal {
  const { sub, client_id: clientId, tnt: tenantId, scope, org_id: organizationId, sid } = claims;
  const base = { id: sub, clientId, tenantId, scopes: scopeSet(scope) };
  if (sub === clientId) return { type: 'client', ...base };
  const organization = isText(organizationId) ? { organizationId } : {};
  if (isId('setupLink', sub)) return { type: 'setup', ...base, ...organization };
  return {
    type: 'user',
    ...base,
    ...organization,
    ...(isText(sid) ? { sessionId: sid } : {}),
    authentication: authenticationOf(claims),
  };
}

const exists = (tenant: DirectoryTenant | null): tenant is DirectoryTenant =>
  tenant !== null && tenant.state !== 'deleted';

/**
 * Creates the verifier of the hub's access tokens (RFC 6750, 8725, 9068), used by the gateway and
 * again by every service behind it. `verify` takes the value of `Authorization` and, on a host with
 * its own resource metadata, the URL of that metadata.
 * @throws 401 `token_missing`, `token_invalid`, `token_expired`, `issuer_untrusted`,
 * `tenant_claim_missing`, each with `WWW-Authenticate`; 403 `tenant_suspended` for a token that was
 * cut off when its tenant was deleted; 503 `upstream_unavailable` while there are no keys or the
 * tenant cannot be looked up.
 */
export function bearerVerifier(options: BearerOptions) {
  const {
    keys,
    tenants,
    cutoffs,
    enforceTntIss,
    onMismatch = () => {},
    onCache = () => {},
  } = options;
  const {
    audience = 'product-api',
    now = Date.now,
    cacheSize = 20_000,
    cacheTtlMillis = 60_000,
  } = options;
  const readIssuer = issuerReader(options.issuers);
  const cached = verifiedCache<SignedToken & { principal?: Principal }>({
    max: cacheSize,
    ttlMillis: cacheTtlMillis,
    now,
    isStillGood: ({ kid }) => keys.knows(kid),
  });

  async function checkSignature(token: string): Promise<SignedToken> {
    const { header, claims } = readJws(token);
    const { alg, kid } = checkHeader(header);
    const issuer = readIssuer(claims.iss);
    if (!issuer) throw problem('issuer_untrusted');
    const key = await keys.key({ alg, kid });
    await compactVerify(token, key, { algorithms: [alg] }).catch((cause: unknown) => {
      throw tokenInvalid('the signature is not valid', cause);
    });
    checkAudience(claims, audience);
    return { kid, claims: Object.freeze(claims), issuer };
  }

  // Checks 8 and 9. The signature is already verified, so only tokens of the hub can cause a
  // lookup.
  function checkTenant(
    issuer: IssuerForm,
    claims: AccessClaims,
  ): DirectoryTenant | Promise<DirectoryTenant> {
    const { tnt } = claims;
    const label = issuer.kind === 'tenant' ? tenantLabel(issuer) : undefined;
    const known = {
      named: label === undefined ? undefined : tenants.known(label),
      tenant: tenants.known(tnt),
    };
    if (known.tenant && (label === undefined || known.named))
      return agreed(issuer, claims, known.named, known.tenant);
    return Promise.all([
      label === undefined ? undefined : tenants.bySlug(label),
      tenants.byId(tnt),
    ]).then(([named, tenant]) => agreed(issuer, claims, named, tenant));
  }

  function agreed(
    issuer: IssuerForm,
    { iss, tnt, client_id: clientId }: AccessClaims,
    named: DirectoryTenant | null | undefined,
    tenant: DirectoryTenant | null,
  ): DirectoryTenant {
    if (!exists(tenant)) throw problem('issuer_untrusted');
    if (issuer.kind === 'tenant' && !(named && exists(named) && named.mode === issuer.mode))
      throw problem('issuer_untrusted');
    if (named ? named.id !== tnt : !tenant.isDefault) {
      if (enforceTntIss)
        throw problem('issuer_untrusted', {
          detail: 'The tenant of the token does not belong to its issuer',
        });
      onMismatch({ iss, tnt, clientId });
    }
    return tenant;
  }

  /** Resolves without I/O if the token and its tenant are cached, as for most requests. */
  async function verifyToken(token: string): Promise<Verified> {
    const found = cached(token, async () => {
      const value = await checkSignature(token);
      return { value, exp: value.claims.exp };
    });
    const isMiss = found instanceof Promise;
    const signed = isMiss ? await found : found;
    onCache(isMiss ? 'miss' : 'hit');
    const { claims } = signed;
    checkClaims(claims, now());
    const looked = checkTenant(signed.issuer, claims);
    const tenant = looked instanceof Promise ? await looked : looked;
    const principal = (signed.principal ??= principalOf(claims));
    const { tenantId, clientId, id: subject, scopes } = principal;
    const sessionId = boundSession(claims, scopes);
    const { jti: tokenId, iat: issuedAt } = claims;
    if (cutoffs.isCutOff({ tenantId, clientId, subject, sessionId, tokenId, issuedAt })) {
      // Deleting a tenant cuts off its tokens; `requireActive` tells their callers the reason.
      requireActive(tenant);
      throw tokenInvalid('the token has been revoked', new RevokedToken(principal));
    }
    return { principal, claims, tenant };
  }

  return async function verify(
    authorization: string | undefined,
    at: { resourceMetadata?: string } = {},
  ): Promise<Verified> {
    try {
      return await verifyToken(bearerOf(authorization));
    } catch (error) {
      throw withChallenge(error, at.resourceMetadata ?? options.resourceMetadata);
    }
  };
}

/** Verifies the value of `Authorization`; see {@link bearerVerifier}. */
export type BearerVerifier = ReturnType<typeof bearerVerifier>;
