import type { Database } from '@platform/kit/database';
import type { ClientCredentials } from 'oidc-provider';
import { holdOffCuts } from '../token-cutoffs/cut-off.ts';
import type { ClientExtras } from './client-source.ts';
import { engineRefusal, withStore } from './oauth-error.ts';

/** Looks once more, just before a token is signed, whether it may be. @throws OAuth errors */
export type LastLook = (token: Pick<ClientCredentials, 'client' | 'clientId'>) => Promise<void>;

const query = `SELECT EXISTS (SELECT FROM application WHERE tenant_id = $1 AND client_id = $2 AND enabled AND deleted_at IS NULL) AS client,
  (SELECT state FROM tenant_by_id($3)) = 'active' AS tenant`;

/**
 * A request may have been under way for seconds when its client is disabled, or its tenant suspended: the token would be
 * issued later than the cut-off says. This look comes after the time of issue was set, and waits for cut-offs that have
 * begun: either it sees the change, or the cut-off's time is not before the token's.
 */
export const lastLook =
  (db: Pick<Database, 'transact'>) =>
  (tenantId: string): LastLook =>
  async ({ client, clientId = '' }) => {
    const { home_tenant: home = tenantId } = (client ?? {}) as unknown as Partial<ClientExtras>;
    const found = await withStore(() =>
      db.transact({ tenantId: home, actor: { type: 'system', id: 'hub' } }, async (tx) => {
        // Sent together, run one after the other.
        const [, row] = await Promise.all([
          holdOffCuts(tx, [
            { tenantId: home, kind: 'client', id: clientId },
            { tenantId, kind: 'tenant', id: tenantId },
          ]),
          tx.row<{ client: boolean; tenant: boolean | null }>(query, [home, clientId, tenantId]),
        ]);
        return row;
      }),
    );
    if (!found?.tenant) throw engineRefusal(403, 'access_denied', 'the tenant is not active');
    if (!found.client) throw engineRefusal(401, 'invalid_client', 'client authentication failed');
  };
