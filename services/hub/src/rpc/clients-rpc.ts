import { isId } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { settingsOf } from '../applications/application-settings.ts';
import { findApplication } from '../applications/application-store.ts';

const callers = ['fga', 'compliance', 'identity-service', 'outbound'];

/** OAuth clients, as siblings need to know them. */
export const clientsRpc = (db: Database): RpcMount => serveRpc('platform.hub.v1.Clients', {
  async GetClient({ tenantId, clientId }, { actor }) {
    const row = isId('tenant', tenantId) ? await db.read({ tenantId, actor }, (tx) => findApplication(tx, clientId)) : undefined;
    if (!row) return { found: false };
    const { firstParty } = settingsOf(row.type, row.settings);
    return { found: true, name: row.name, type: row.type, enabled: row.enabled, firstParty, allowedScopes: row.allowed_scopes };
  },
}, { GetClient: callers });
