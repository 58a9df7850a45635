import { egressFetch } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import { UpstreamRejected, readUserinfo, redeemSignIn } from '@platform/relying-party';
import type { SignInAttempt, Upstream, UpstreamClient } from '@platform/relying-party';
import { withDefaults } from '../connectors/connectors.ts';
import type { ConnectorRecord } from '../connectors/connectors.ts';
import { claimAt } from './claims.ts';
import type { Claims } from './claims.ts';
import type { ProviderEndpoints } from './provider-endpoints.ts';
import { socialIdentity } from './social-identity.ts';
import type { SocialIdentity } from './social-identity.ts';

/** The input of a redemption. */
export interface Redemption {
  tenantId: string;
  connector: ConnectorRecord;
  endpoints: ProviderEndpoints;
  client: UpstreamClient;
  attempt: SignInAttempt;
  parameters: URLSearchParams;
  /** Posted by Apple beside the code, only at a person's first sign-in. */
  userJson: string;
}

const timeoutMs = 8_000;

const rejected = (cause: unknown) => new UpstreamRejected('upstream_error', { cause });

/** The profile at a provider without ID tokens. */
async function profileAt(
  fetch: typeof globalThis.fetch,
  url: string,
  accessToken: string,
): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${accessToken}`,
    accept: 'application/json',
    // GitHub requires a User-Agent.
    'user-agent': 'platform-identity',
  };
  try {
    const response = await fetch(url, { headers });
    if (!response.ok) throw new Error(`the profile request failed with status ${response.status}`);
    return await response.json();
  } catch (error) {
    throw rejected(error);
  }
}

const asClaims = (value: unknown): Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : {};

function subjectOf(claims: Claims, paths: readonly string[]): string {
  const found = paths.map((path) => claimAt(claims, path));
  const subject = found.find((one) => typeof one === 'string' || typeof one === 'number');
  if (subject === undefined || subject === '') throw rejected(new Error('there is no subject'));
  return String(subject);
}

async function plainIdentity(
  { connector, endpoints }: Redemption,
  fetch: typeof globalThis.fetch,
  accessToken: string,
): Promise<SocialIdentity> {
  const { userinfoUrl = '', issuer = '', subjectPath } = endpoints;
  const profile = asClaims(await profileAt(fetch, userinfoUrl, accessToken));
  const emails =
    connector.provider === 'github'
      ? await profileAt(fetch, `${userinfoUrl}/emails`, accessToken).catch(() => [])
      : undefined;
  const subject = subjectOf(profile, subjectPath);
  return socialIdentity(
    connector,
    { issuer, subject },
    { ...profile, ...(emails ? { emails } : {}) },
  );
}

/** The userinfo endpoint is called only for claims that the ID token lacks. */
async function openidClaims(
  { connector, endpoints: { upstream }, client, userJson }: Redemption,
  fetch: typeof globalThis.fetch,
  { accessToken, idToken }: { accessToken: string; idToken: Claims },
): Promise<Claims> {
  const posted = userJson === '' ? {} : asClaims(parsed(userJson));
  // The posted user is not signed: its name may be used, its address must not.
  const told = { name: posted['name'], ...idToken };
  const { attributeMapping } = withDefaults(connector.provider, connector.settings);
  const isComplete = Object.values(attributeMapping).every(
    (path) => claimAt(told, path) !== undefined,
  );
  if (isComplete || !canAsk(upstream)) return told;
  const subject = String(idToken['sub']);
  const userinfo = await readUserinfo(upstream, client, { accessToken, subject, fetch });
  return { ...userinfo, ...told };
}

const canAsk = ({ userinfoEndpoint }: Upstream): boolean => userinfoEndpoint !== undefined;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Redeems the answer of a provider. @throws UpstreamRejected */
export const codeRedemption =
  (egress: Pick<Egress, 'request'>) =>
  async (redemption: Redemption): Promise<SocialIdentity> => {
    const { tenantId, connector, endpoints, client, attempt, parameters } = redemption;
    const fetch = egressFetch(egress, { tenantId, timeoutMs }) as typeof globalThis.fetch;
    const { isOidc: expectsIdToken, upstream } = endpoints;
    const { accessToken, idTokenClaims } = await redeemSignIn(upstream, client, {
      parameters,
      attempt,
      expectsIdToken,
      fetch,
    });
    if (!idTokenClaims) return plainIdentity(redemption, fetch, accessToken);
    const claims = await openidClaims(redemption, fetch, { accessToken, idToken: idTokenClaims });
    const issuer = String(idTokenClaims['iss']);
    return socialIdentity(connector, { issuer, subject: String(idTokenClaims['sub']) }, claims);
  };

/** See {@link codeRedemption}. */
export type RedeemCode = ReturnType<typeof codeRedemption>;
