import { webClientId } from '@platform/contracts';
import type {
  AccountConsentResource,
  accountConsentOperations,
  accountLinkingOperations,
  ownApplicationOperations,
} from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import type { Tx } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { AdapterPayload } from 'oidc-provider';
import type { ClientExtras, ClientSource } from '../oauth-clients/client-source.ts';
import { listClientConsents, revokeConsents } from './consents.ts';
import type { ConsentRecord } from './consents.ts';
import type { LinkIntents } from './link-intents.ts';

type Client = AdapterPayload & Partial<ClientExtras>;

function asConsent(row: ConsentRecord, client: Client | undefined): AccountConsentResource {
  const { client_name: name, logo_uri: logoUri, first_party: isFirstParty } = client ?? {};
  return {
    clientId: row.clientId,
    clientName: typeof name === 'string' ? name : row.clientId,
    logoUri: typeof logoUri === 'string' ? logoUri : null,
    scopes: [...new Set([...row.scopes, ...Object.values(row.apiScopes).flat()])].sort(),
    resources: row.resources,
    firstParty: isFirstParty ?? false,
    grantedAt: row.grantedAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
  };
}

async function consentsOf(
  tx: Tx,
  userId: string,
  clients: Pick<ClientSource, 'find'>,
): Promise<AccountConsentResource[]> {
  const rows = await listClientConsents(tx, userId);
  const found = await Promise.all(
    rows.map((row) => clients.find(tx.context.tenantId, row.clientId)),
  );
  return rows.map((row, i) => asConsent(row, found[i] as Client | undefined));
}

/** The handlers of the consent operations. */
export const accountConsentHandlers = (
  clients: Pick<ClientSource, 'find'>,
): Handlers<typeof accountConsentOperations> => ({
  accountConsentList: async ({ tx, query }) => ({
    data: await consentsOf(tx, query.sub, clients),
    nextCursor: null,
    hasMore: false,
  }),
  accountConsentRevoke: async ({ tx, query, audit }) => {
    const which = { clientId: query.clientId ?? null, reason: 'requested' } as const;
    const revoked = await revokeConsents(tx, query.sub, which);
    audit({ details: { revoked, userId: query.sub } });
    return { revoked };
  },
});

/** The handlers of the operations on the applications that one has granted access. */
export const ownApplicationHandlers = (
  clients: Pick<ClientSource, 'find'>,
): Handlers<typeof ownApplicationOperations> => ({
  async meApplicationList({ tx, principal }) {
    const consents = await consentsOf(tx, ownUserId(principal), clients);
    // The applications of the platform are no choice of the user.
    const data = consents.filter(({ clientId }) => clientId !== webClientId);
    return { data, nextCursor: null, hasMore: false };
  },
  async meApplicationRemove({ tx, principal, params: { clientId: id } }) {
    const which = { clientId: id, reason: 'requested' } as const;
    const revoked = id === webClientId ? 0 : await revokeConsents(tx, ownUserId(principal), which);
    if (revoked === 0) throw problem('not_found');
    return { id, deleted: true };
  },
});

/** The handlers of the link intent operations. */
export const linkingHandlers = (
  intents: LinkIntents,
): Handlers<typeof accountLinkingOperations> => ({
  accountLinkIntentCreate: ({ tx, body }) => intents.mint(tx, body),
});
