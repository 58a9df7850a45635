import type { ExternalScope } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import type { KnownClients } from '@platform/siblings/known-clients';
import type { HubAnswer, HubWebhooks } from './hub-webhooks.ts';
import { claimsSecretContext } from './token-claims-resource.ts';
import { deleteUnacknowledged, raiseClaimsVersion } from './token-claims-store.ts';
import type { TokenClaimsRow } from './token-claims-store.ts';

export interface WebhookRegistrar {
  secrets: SecretBox;
  hub: Pick<HubWebhooks, 'put' | 'clear'>;
  clients: KnownClients;
  /** The URL that the hub calls. */
  url: string;
}

/** Registers an intent at the hub, and returns the row that the hub accepted. */
export async function registerWebhook(
  registrar: WebhookRegistrar,
  tenantId: string,
  intent: TokenClaimsRow,
  transact: ExternalScope['transact'],
): Promise<TokenClaimsRow> {
  const answer = await send(registrar, tenantId, intent);
  switch (answer.kind) {
    case 'taken':
      return intent;
    case 'newer':
      return sendAbove(registrar, tenantId, intent, { version: answer.version, transact });
    case 'unknown':
      return withdrawIntent(registrar, tenantId, intent, transact);
  }
}

function send(
  { secrets, hub, url }: WebhookRegistrar,
  tenantId: string,
  { clientId, desired, secretSealed, version }: TokenClaimsRow,
): Promise<HubAnswer> {
  if (desired === null) return hub.clear(tenantId, clientId, version);
  return hub.put(tenantId, clientId, {
    url,
    secret: secrets.open(secretSealed as string, claimsSecretContext(tenantId, clientId)),
    settings: desired,
    version,
  });
}

/**
 * If the hub has a higher version, for example after a restored backup, sends the intent again
 * above it.
 */
async function sendAbove(
  registrar: WebhookRegistrar,
  tenantId: string,
  intent: TokenClaimsRow,
  { version, transact }: { version: number; transact: ExternalScope['transact'] },
): Promise<TokenClaimsRow> {
  const raised = await transact((tx) =>
    raiseClaimsVersion(tx, intent.clientId, intent.version, version + 1),
  );
  // A later intent has replaced this one, and is sent separately.
  if (!raised) return intent;
  if ((await send(registrar, tenantId, raised)).kind === 'taken') return raised;
  throw problem('upstream_failed', { detail: 'The authorization server has a newer version' });
}

/** The hub does not know the client: it was deleted, or the hub's channel is closed. */
async function withdrawIntent(
  { clients }: WebhookRegistrar,
  tenantId: string,
  { clientId }: TokenClaimsRow,
  transact: ExternalScope['transact'],
): Promise<never> {
  clients.forget(tenantId, clientId);
  if (await clients.find(tenantId, clientId))
    throw problem('upstream_failed', {
      detail: 'The applications channel of the authorization server is disabled',
    });
  // The settings in force are removed on `client.deleted`, which publishes it.
  await transact((tx) => deleteUnacknowledged(tx, clientId));
  throw problem('not_found');
}
