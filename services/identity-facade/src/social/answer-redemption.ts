import type { TxContext } from '@platform/kit/database';
import { UpstreamRejected } from '@platform/relying-party';
import type { CompleteSocialResponse } from '@platform/protos';
import { noteConnectorUse } from '../connectors/connectors.ts';
import type { ConnectorRecord } from '../connectors/connectors.ts';
import { updateAttemptIdentity } from './attempt-store.ts';
import type { SocialAttemptRow } from './attempt-store.ts';
import { providerClient } from './provider-client.ts';
import { providerEndpoints } from './provider-endpoints.ts';
import type { CompleteSignInOptions, ProviderAnswer } from './sign-in-completion.ts';
import type { SocialIdentity } from './social-identity.ts';

const parametersOf = ({ state, code, iss, error }: ProviderAnswer): URLSearchParams =>
  new URLSearchParams(Object.entries({ state, code, iss, error }).filter(([, value]) => value));

async function fetchIdentity(
  { seals, connectorSeals, redeemCode, clock }: CompleteSignInOptions,
  tenantId: string,
  connector: ConnectorRecord,
  { answer, attempt }: { answer: ProviderAnswer; attempt: SocialAttemptRow },
): Promise<SocialIdentity> {
  const { provider, settings, discovery } = connector;
  const endpoints = providerEndpoints(provider, settings, discovery);
  if (!endpoints) throw new UpstreamRejected('upstream_error');
  const secrets = connectorSeals.open(tenantId, provider, connector.secrets);
  return redeemCode({
    tenantId,
    connector,
    endpoints,
    client: await providerClient(provider, settings, secrets, clock()),
    attempt: seals.openAttempt(tenantId, attempt.content),
    parameters: parametersOf(answer),
    userJson: answer.userJson,
  });
}

/** Redeems the code of an answer, and keeps the identity for later requests of the hub. */
export async function redeemAnswer(
  options: CompleteSignInOptions,
  context: TxContext,
  connector: ConnectorRecord,
  received: { answer: ProviderAnswer; attempt: SocialAttemptRow },
): Promise<SocialIdentity> {
  const { db, seals, clock } = options;
  const { tenantId } = context;
  const identity = await fetchIdentity(options, tenantId, connector, received);
  const sealed = seals.sealIdentity(tenantId, identity);
  await db.transact(context, async (tx) => {
    await updateAttemptIdentity(tx, received.answer.state, sealed);
    await noteConnectorUse(tx, connector.provider, { health: 'ok', usedAt: new Date(clock()) });
  });
  return identity;
}

/** Records an answer that the provider did not confirm. Returns the response for the hub. */
export async function rejectAnswer(
  { db, log }: CompleteSignInOptions,
  context: TxContext,
  provider: string,
  { reason, cause }: UpstreamRejected,
): Promise<CompleteSocialResponse> {
  log.warn({ err: cause, provider, reason, tenantId: context.tenantId }, 'a social sign-in failed');
  // Only this failure indicates a misconfigured connector.
  if (reason === 'client_rejected')
    await db.transact(context, (tx) => noteConnectorUse(tx, provider, { health: 'failing' }));
  return { outcome: 'REFUSED', reason, provider };
}
