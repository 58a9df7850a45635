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
 * revoked, and that no cut-off covers it. Takes the time of issue that the token has and returns the one to sign, both in
 * seconds. `write` is sent before the check, in its transaction, and undone where anything stands against the token: whoever
 * revokes locks rows first and cut-offs last, too. @throws OAuth errors
 */
export type FinalRevocationCheck = (
  token: UnsignedToken,
  issuedAt: number,
  write?: (tx: Tx) => Promise<unknown>,
) => Promise<number>;

/** Time, in milliseconds. */
export interface Clock {
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
}
const systemClock: Clock = { now: Date.now, sleep: delay };

const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();

const clientFound =
  'EXISTS (SELECT FROM application WHERE tenant_id = $1 AND client_id = $2 AND enabled AND deleted_at IS NULL)';
const grantFound =
  "($4::bytea IS NULL OR EXISTS (SELECT FROM oidc_artifact WHERE tenant_id = $1 AND model = 'Grant' AND id_hash = $4))";
const tenantFound = (id: string): string => `(SELECT state FROM tenant_by_id(${id})) = 'active'`;
const lastCut = (ids: string): string =>
  `(SELECT max(not_before) FROM token_cutoff WHERE tenant_id = $1 AND (kind, id) IN (${ids}))`;

const clientQuery = `SELECT ${clientFound} AS client, ${tenantFound('$3')} AS tenant, true AS grant,
  ${lastCut("('client', $2), ('tenant', $3)")} AS not_before`;
const userQuery = `SELECT true AS client, true AS tenant, ${grantFound} AS grant,
  ${lastCut("('subject', $2), ('client_subject', $3)")} AS not_before`;
const wholeQuery = `SELECT ${clientFound} AS client, ${tenantFound('$1')} AS tenant, ${grantFound} AS grant,
  ${lastCut("('client', $2), ('tenant', $1), ('subject', $3), ('client_subject', $5)")} AS not_before`;

interface Found {
  client: boolean;
  tenant: boolean | null;
  grant: boolean;
  notBefore: number | null;
}

/** What a token depends on in one tenant: the cut-offs that may not begin meanwhile, and where to look. */
interface Part {
  tenantId: string;
  cuts: readonly Omit<Cutoff, 'notBefore'>[];
  find(tx: Tx): Promise<Found[]>;
}

/** Whose token it is, and the grant that it comes from. */
interface TokenUser {
  userId: string;
  grantHash: Buffer | null;
}

/** Cut-offs that reach all tokens of a client in a tenant. */
export const clientCuts = (home: string, tenantId: string, clientId: string): Part['cuts'] => [
  { tenantId: home, kind: 'client', id: clientId },
  { tenantId, kind: 'tenant', id: tenantId },
];
const userCuts = (tenantId: string, clientId: string, userId: string): Part['cuts'] => [
  { tenantId, kind: 'subject', id: userId },
  { tenantId, kind: 'client_subject', id: clientSubject(clientId, userId) },
];

/** Cut-offs that reach the tokens of a user at a client of the same tenant. */
const tokenCuts = (tenantId: string, clientId: string, userId: string): Part['cuts'] => [
  ...clientCuts(tenantId, tenantId, clientId),
  ...userCuts(tenantId, clientId, userId),
];

/** The client, in its home tenant, and the tenant that the token is for. */
const clientPart = (home: string, tenantId: string, clientId: string): Part => ({
  tenantId: home,
  cuts: clientCuts(home, tenantId, clientId),
  find: (tx) => tx.prepared('final_client_check', clientQuery, [home, clientId, tenantId]),
});

/** The user, and the grant that the token comes from. */
const userPart = (tenantId: string, clientId: string, { userId, grantHash }: TokenUser): Part => ({
  tenantId,
  cuts: userCuts(tenantId, clientId, userId),
  find: (tx) =>
    tx.prepared('final_user_check', userQuery, [
      tenantId,
      userId,
      clientSubject(clientId, userId),
      grantHash,
    ]),
});

/** Client and user of one tenant. */
const wholePart = (tenantId: string, clientId: string, user: TokenUser): Part => ({
  tenantId,
  cuts: tokenCuts(tenantId, clientId, user.userId),
  find: (tx) =>
    tx.prepared('final_check', wholeQuery, [
      tenantId,
      clientId,
      user.userId,
      user.grantHash,
      clientSubject(clientId, user.userId),
    ]),
});

/** All that must be looked at, in this order. */
function partsOf(
  tenantId: string,
  { client, clientId = '', accountId: userId, grantId }: UnsignedToken,
): Part[] {
  const { home_tenant: home = tenantId } = (client ?? {}) as unknown as Partial<ClientExtras>;
  if (userId === undefined) return [clientPart(home, tenantId, clientId)];
  const user = { userId, grantHash: grantId === undefined ? null : hashOf(grantId) };
  return home === tenantId
    ? [wholePart(tenantId, clientId, user)]
    : [clientPart(home, tenantId, clientId), userPart(tenantId, clientId, user)];
}

/** When the last cut-off of what was found was. @throws where nothing may be issued */
function cutOf(found: Found | undefined): number {
  if (!found?.tenant) throw engineRefusal(403, 'access_denied', 'the tenant is not active');
  if (!found.client) throw engineRefusal(401, 'invalid_client', 'client authentication failed');
  if (!found.grant) throw new errors.InvalidGrant('the grant was revoked');
  return found.notBefore ?? -Infinity;
}

/** A cut-off reaches the token: the transaction is undone. */
class Reached extends Error {
  readonly cut: number;

  constructor(cut: number) {
    super('a cut-off reaches the token');
    this.cut = cut;
  }
}

/** A cut-off further ahead than pods' clocks differ is meant to reach tokens that are issued now. */
const maxAheadSeconds = 5;

/** The latest time of a cut-off that reaches a token that is issued now (milliseconds); in seconds. */
export const latestCut = (now: number): number => Math.floor(now / 1000) + maxAheadSeconds;

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
  async (token, signedAt, write) => {
    const parts = partsOf(tenantId, token);
    const reaches = (cut: number, issuedAt: number): boolean =>
      cut >= issuedAt && cut <= latestCut(now());

    /** Sent together and run in turn: what is looked for is seen as it is once the locks are held. */
    async function look(tx: Tx, part: Part, issuedAt: number): Promise<void> {
      const [, , [found]] = await Promise.all([
        part === parts.at(-1) ? write?.(tx) : undefined,
        holdOffCuts(tx, part.cuts),
        part.find(tx),
      ]);
      const cut = cutOf(found);
      if (reaches(cut, issuedAt)) throw new Reached(cut);
    }

    /** Waits for the second after the cut-off, where one reaches a token of this time; whether there was none. */
    async function passes(issuedAt: number): Promise<boolean> {
      try {
        for (const part of parts) {
          const context = {
            tenantId: part.tenantId,
            actor: { type: 'system', id: 'hub' },
          } as const;
          await withStore(() => db.transact(context, (tx) => look(tx, part, issuedAt)));
        }
        return true;
      } catch (error) {
        if (!(error instanceof Reached)) throw error;
        await sleep(Math.max(0, (error.cut + 1) * 1000 - now()));
        return false;
      }
    }

    for (let issuedAt = signedAt; ; issuedAt = Math.floor(now() / 1000))
      if (await passes(issuedAt)) return issuedAt;
  };
