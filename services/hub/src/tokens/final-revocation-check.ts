import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Tx } from '@platform/kit/database';
import { clientSubject } from '@platform/kit/auth';
import type { Cutoff } from '@platform/kit/auth';
import { errors } from 'oidc-provider';
import type { ClientCredentials } from 'oidc-provider';
import { holdOffCuts } from '../token-cutoffs/cut-off.ts';
import type { ClientExtras } from '../oauth-clients/client-source.ts';
import { engineRefusal, withStore } from '../oauth-errors/oauth-error.ts';

/** A token that is about to be signed. */
export type UnsignedToken = Pick<ClientCredentials, 'client' | 'clientId'> & {
  /** Its user, if it has one. */
  accountId?: string;
  /** What the user's token comes from; absent where it comes from another token. */
  grantId?: string;
};

/**
 * Checks, just before a token is signed, that its client and tenant are still active, that what it comes from has not been
 * revoked, and that no cut-off covers it. Takes
 * the time of issue that the token has and returns the one to sign, both in seconds. @throws OAuth errors
 */
export type FinalRevocationCheck = (token: UnsignedToken, issuedAt: number) => Promise<number>;

/** Time, in milliseconds. */
export interface Clock {
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
}
const systemClock: Clock = { now: Date.now, sleep: delay };

const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();

const query = `SELECT EXISTS (SELECT FROM application WHERE tenant_id = $1 AND client_id = $2 AND enabled AND deleted_at IS NULL) AS client,
  (SELECT state FROM tenant_by_id($3)) = 'active' AS tenant,
  (SELECT max(not_before) FROM token_cutoff WHERE tenant_id = $1 AND (kind, id) IN (('client', $2), ('tenant', $3))) AS not_before`;

const userQuery = `SELECT ($3::bytea IS NULL OR EXISTS (SELECT FROM oidc_artifact WHERE tenant_id = $1 AND model = 'Grant' AND id_hash = $3)) AS grant,
  (SELECT max(not_before) FROM token_cutoff WHERE tenant_id = $1 AND (kind, id) IN (('subject', $2), ('client_subject', $4))) AS not_before`;

interface FoundUser {
  grant: boolean;
  notBefore: number | null;
}

interface FoundClient {
  client: boolean;
  tenant: boolean | null;
  notBefore: number | null;
}

/** What a token depends on: the cut-offs that may not begin meanwhile, and where to look. */
interface Part<Found> {
  cuts: readonly Omit<Cutoff, 'notBefore'>[];
  find(tx: Tx): Promise<Found[]>;
}

/** The client, in its home tenant, and the tenant that the token is for. */
const clientPart = (home: string, tenantId: string, clientId: string): Part<FoundClient> => ({
  cuts: [
    { tenantId: home, kind: 'client', id: clientId },
    { tenantId, kind: 'tenant', id: tenantId },
  ],
  find: (tx) => tx.prepared('final_client_check', query, [home, clientId, tenantId]),
});

/** The user, and the grant that the token comes from. */
function userPart(
  tenantId: string,
  clientId: string,
  { userId, grantId }: { userId: string; grantId: string | undefined },
): Part<FoundUser> {
  const both = clientSubject(clientId, userId);
  const grant = grantId === undefined ? null : hashOf(grantId);
  return {
    cuts: [
      { tenantId, kind: 'subject', id: userId },
      { tenantId, kind: 'client_subject', id: both },
    ],
    find: (tx) => tx.prepared('final_user_check', userQuery, [tenantId, userId, grant, both]),
  };
}

/** A cut-off further ahead than pods' clocks differ is meant to reach tokens that are issued now. */
const maxAheadSeconds = 5;

/**
 * A request may have been under way for seconds when its client is disabled, or its tenant deleted: the token would be
 * issued later than the cut-off says. This check comes after the time of issue was set, and waits for cut-offs that have
 * begun: either it sees the change, or the cut-off's time is not before the token's.
 *
 * A client that is enabled again gets tokens at once, but a cut-off of the same second reaches them, since both times are
 * whole seconds. Such a token waits for the next second and carries that.
 */
export const finalRevocationCheck =
  (db: Pick<Database, 'transact'>, { now, sleep }: Clock = systemClock) =>
  (tenantId: string): FinalRevocationCheck =>
  async ({ client, clientId = '', accountId, grantId }, signedAt) => {
    const { home_tenant: home = tenantId } = (client ?? {}) as unknown as Partial<ClientExtras>;
    const actor = { type: 'system', id: 'hub' } as const;
    const ofClient = clientPart(home, tenantId, clientId);
    const ofUser =
      accountId === undefined
        ? undefined
        : userPart(tenantId, clientId, { userId: accountId, grantId });

    /** In one transaction, unless the client is another tenant's. Statements are sent together and run in turn. */
    async function find(): Promise<{ client?: FoundClient; user?: FoundUser }> {
      const together = home === tenantId ? ofUser : undefined;
      const found = await db.transact({ tenantId: home, actor }, async (tx) => {
        const [, [client], [user]] = await Promise.all([
          holdOffCuts(tx, [...ofClient.cuts, ...(together?.cuts ?? [])]),
          ofClient.find(tx),
          together?.find(tx) ?? [],
        ]);
        return { client, user };
      });
      if (!ofUser || together) return found;
      return db.transact({ tenantId, actor }, async (tx) => {
        const [, [user]] = await Promise.all([holdOffCuts(tx, ofUser.cuts), ofUser.find(tx)]);
        return { ...found, user };
      });
    }

    /** When the last cut-off that covers the token was. @throws where nothing may be issued */
    async function cutAt(): Promise<number> {
      const found = await withStore(find);
      if (!found.client?.tenant)
        throw engineRefusal(403, 'access_denied', 'the tenant is not active');
      if (!found.client.client)
        throw engineRefusal(401, 'invalid_client', 'client authentication failed');
      if (ofUser && !found.user?.grant) throw new errors.InvalidGrant('the grant was revoked');
      return Math.max(found.client.notBefore ?? -Infinity, found.user?.notBefore ?? -Infinity);
    }

    for (let issuedAt = signedAt; ; issuedAt = Math.floor(now() / 1000)) {
      const cut = await cutAt();
      if (cut < issuedAt || cut > now() / 1000 + maxAheadSeconds) return issuedAt;
      await sleep(Math.max(0, (cut + 1) * 1000 - now()));
    }
  };
