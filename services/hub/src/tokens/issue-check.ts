import { clientSubject } from '@platform/kit/auth';
import { errors } from 'oidc-provider';
import type { ClientCredentials } from 'oidc-provider';
import { hashOf } from '../grants/artifacts.ts';
import type { ClientExtras } from '../oauth-clients/client-source.ts';
import { oauthRefusal } from '../oauth-errors/oauth-error.ts';
import { apiClientCutoff, cutLocks } from '../token-cutoffs/cut-off.ts';

/** An access token that is about to be signed. */
export type UnsignedToken = Pick<ClientCredentials, 'client' | 'clientId'> & {
  /** The user of the token, if it has one. */
  accountId?: string;
  /** The grant of a user's token; absent if the token was exchanged for another one. */
  grantId?: string;
  /** The API of the tenant that the token is for; absent for the management API. */
  apiId?: string | undefined;
  /** The value that the client gets instead of the JWT, if the API has opaque tokens. */
  opaque?: string | undefined;
};

/** A row of `find_issue_facts`. */
export interface IssueFacts {
  hasClient: boolean;
  hasTenant: boolean;
  hasGrant: boolean;
  hasApi: boolean;
  /** The latest cut-off that applies to the token, in seconds. */
  notBefore: number | null;
}

/** The arguments of `find_issue_facts`, which locks the cut-offs in the order of the list. */
export function issueArguments(
  tenantId: string,
  { client, clientId = '', accountId: userId, grantId, apiId }: UnsignedToken,
): unknown[] {
  const { home_tenant: home = tenantId } = (client ?? {}) as unknown as Partial<ClientExtras>;
  const clientUser = userId === undefined ? null : clientSubject(clientId, userId);
  const apiClient = apiId === undefined ? null : apiClientCutoff(apiId, clientId);
  const locks = cutLocks([
    { tenantId: home, kind: 'client', id: clientId },
    { tenantId, kind: 'tenant', id: tenantId },
    ...(userId === undefined ? [] : [{ tenantId, kind: 'subject', id: userId } as const]),
    ...(clientUser === null ? [] : [{ tenantId, kind: 'client_subject', id: clientUser } as const]),
    ...(apiId === undefined ? [] : [{ tenantId, kind: 'resource', id: apiId } as const]),
    ...(apiClient === null ? [] : [{ tenantId, kind: 'resource', id: apiClient } as const]),
  ]);
  const grantHash = grantId === undefined ? null : hashOf(grantId);
  return [home, clientId, locks, userId ?? null, clientUser, grantHash, apiId ?? null, apiClient];
}

/** A cut-off covers the token. It can be issued in a later second. */
export class CutOffReached extends Error {
  readonly cutoff: number;

  constructor(cutoff: number) {
    super('a cut-off reaches the token');
    this.cutoff = cutoff;
  }
}

/** The maximum clock difference between pods. A cut-off further in the future is intended to end tokens that are issued now. */
const maxAheadSeconds = 5;

/**
 * Checks that no revocation applies to a token that was issued at `issuedAt` (seconds) and is signed at `now` (milliseconds).
 * @throws OAuth errors, or {@link CutOffReached}
 */
export function checkIssue(facts: IssueFacts | undefined, issuedAt: number, now: number): void {
  if (!facts?.hasTenant) throw oauthRefusal(403, 'access_denied', 'the tenant is not active');
  if (!facts.hasClient) throw oauthRefusal(401, 'invalid_client', 'client authentication failed');
  if (!facts.hasGrant) throw new errors.InvalidGrant('the grant was revoked');
  if (!facts.hasApi) throw new errors.InvalidTarget();
  const cutoff = facts.notBefore ?? -Infinity;
  if (cutoff >= issuedAt && cutoff <= Math.floor(now / 1000) + maxAheadSeconds)
    throw new CutOffReached(cutoff);
}
