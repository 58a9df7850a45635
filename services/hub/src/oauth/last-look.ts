import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@platform/kit/database';
import type { ClientCredentials } from 'oidc-provider';
import { holdOffCuts } from '../token-cutoffs/cut-off.ts';
import type { ClientExtras } from './client-source.ts';
import { engineRefusal, withStore } from './oauth-error.ts';

/**
 * Looks once more, just before a token is signed, whether it may be issued. Takes the time of issue that the token has and
 * returns the one to sign, both in seconds. @throws OAuth errors
 */
export type LastLook = (
  token: Pick<ClientCredentials, 'client' | 'clientId'>,
  issuedAt: number,
) => Promise<number>;

/** Time, in milliseconds. */
export interface Clock {
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
}
const systemClock: Clock = { now: Date.now, sleep: delay };

const query = `SELECT EXISTS (SELECT FROM application WHERE tenant_id = $1 AND client_id = $2 AND enabled AND deleted_at IS NULL) AS client,
  (SELECT state FROM tenant_by_id($3)) = 'active' AS tenant,
  (SELECT max(not_before) FROM token_cutoff WHERE tenant_id = $1 AND (kind, id) IN (('client', $2), ('tenant', $3))) AS not_before`;

interface Found {
  client: boolean;
  tenant: boolean | null;
  not_before: number | null;
}

/** A cut-off further ahead than pods' clocks differ is meant to reach tokens that are issued now. */
const maxAheadSeconds = 5;

/**
 * A request may have been under way for seconds when its client is disabled, or its tenant deleted: the token would be
 * issued later than the cut-off says. This look comes after the time of issue was set, and waits for cut-offs that have
 * begun: either it sees the change, or the cut-off's time is not before the token's.
 *
 * A client that is enabled again gets tokens at once, but a cut-off of the same second reaches them, since both times are
 * whole seconds. Such a token waits for the next second and carries that.
 */
export const lastLook =
  (db: Pick<Database, 'transact'>, { now, sleep }: Clock = systemClock) =>
  (tenantId: string): LastLook =>
  async ({ client, clientId = '' }, signedAt) => {
    const { home_tenant: home = tenantId } = (client ?? {}) as unknown as Partial<ClientExtras>;
    const look = (): Promise<Found | undefined> =>
      db.transact({ tenantId: home, actor: { type: 'system', id: 'hub' } }, async (tx) => {
        // Sent together, run one after the other.
        const [, row] = await Promise.all([
          holdOffCuts(tx, [
            { tenantId: home, kind: 'client', id: clientId },
            { tenantId, kind: 'tenant', id: tenantId },
          ]),
          tx.row<Found>(query, [home, clientId, tenantId]),
        ]);
        return row;
      });

    for (let issuedAt = signedAt; ; issuedAt = Math.floor(now() / 1000)) {
      const found = await withStore(look);
      if (!found?.tenant) throw engineRefusal(403, 'access_denied', 'the tenant is not active');
      if (!found.client) throw engineRefusal(401, 'invalid_client', 'client authentication failed');
      const cutAt = found.not_before ?? -Infinity;
      if (cutAt < issuedAt || cutAt > now() / 1000 + maxAheadSeconds) return issuedAt;
      await sleep(Math.max(0, (cutAt + 1) * 1000 - now()));
    }
  };
