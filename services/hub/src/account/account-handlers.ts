import type {
  AccountConsentResource,
  accountConsentOperations,
  accountLinkingOperations,
} from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
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

/** The handlers of the link intent operations. */
export const linkingHandlers = (
  intents: LinkIntents,
): Handlers<typeof accountLinkingOperations> => ({
  accountLinkIntentCreate: ({ tx, body }) => intents.mint(tx, body),
});
