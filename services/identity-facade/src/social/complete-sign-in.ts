import type { CompleteSocialResponse } from '@platform/protos';
import type { Database, TxContext } from '@platform/kit/database';
import type { Logger } from '@platform/kit/log';
import { UpstreamRejected } from '@platform/kit/relying-party';
import { noteConnectorUse, usableConnector } from '../connectors/connectors.ts';
import type { ConnectorRecord, ConnectorSeals } from '../connectors/connectors.ts';
import type { AttemptSeals } from './attempt-seals.ts';
import { findAttempt, redeemAttempt, updateAttemptIdentity } from './attempt-store.ts';
import type { SocialAttemptRow } from './attempt-store.ts';
import type { RedeemCode } from './code-redemption.ts';
import type { LinkIdentity } from './identity-linking.ts';
import { useIdentity } from './identity-store.ts';
import { providerClient } from './provider-client.ts';
import { providerEndpoints } from './provider-endpoints.ts';
import { isDomainAllowed } from './social-identity.ts';
import type { SocialIdentity } from './social-identity.ts';
import type { FindKnownUsers } from './user-lookup.ts';

/** The answer of a provider as the hub passes it on. Absent texts are empty. */
export interface ProviderAnswer {
  state: string;
  loginId: string;
  code: string;
  iss: string;
  error: string;
  userJson: string;
  /** The user to link the identity to, once the hub knows who it is. */
  userId: string;
}

/** What {@link completeSocialSignIn} needs. */
export interface CompleteSignInOptions {
  db: Pick<Database, 'transact' | 'read'>;
  seals: AttemptSeals;
  connectorSeals: ConnectorSeals;
  redeemCode: RedeemCode;
  findKnownUsers: FindKnownUsers;
  linkIdentity: LinkIdentity;
  log: Logger;
  clock: () => number;
}

type Answer = CompleteSocialResponse;

/** Completes sign-ins at social providers: redeems the code once, and says whom the identity belongs to. */
export function completeSocialSignIn(options: CompleteSignInOptions) {
  const { db, seals, connectorSeals, redeemCode, findKnownUsers, linkIdentity, log, clock } =
    options;

  const parametersOf = ({ state, code, iss, error }: ProviderAnswer): URLSearchParams =>
    new URLSearchParams(Object.entries({ state, code, iss, error }).filter(([, value]) => value));

  async function redeemed(
    context: TxContext,
    connector: ConnectorRecord,
    { answer, attempt }: { answer: ProviderAnswer; attempt: SocialAttemptRow },
  ): Promise<SocialIdentity> {
    const { tenantId } = context;
    const { provider, settings, discovery } = connector;
    const endpoints = providerEndpoints(provider, settings, discovery);
    if (!endpoints) throw new UpstreamRejected('upstream_error');
    const secrets = connectorSeals.open(tenantId, provider, connector.secrets);
    const identity = await redeemCode({
      tenantId,
      connector,
      endpoints,
      client: await providerClient(provider, settings, secrets, clock()),
      attempt: seals.openAttempt(tenantId, attempt.content),
      parameters: parametersOf(answer),
      userJson: answer.userJson,
    });
    const sealed = seals.sealIdentity(tenantId, identity);
    await db.transact(context, async (tx) => {
      await updateAttemptIdentity(tx, answer.state, sealed);
      await noteConnectorUse(tx, provider, { health: 'ok', usedAt: new Date(clock()) });
    });
    return identity;
  }

  async function rejected(
    context: TxContext,
    provider: string,
    error: UpstreamRejected,
  ): Promise<Answer> {
    const { reason, cause } = error;
    log.warn(
      { err: cause, provider, reason, tenantId: context.tenantId },
      'a social sign-in failed',
    );
    // Only what is wrong with the connector says something of it.
    if (reason === 'client_rejected')
      await db.transact(context, (tx) => noteConnectorUse(tx, provider, { health: 'failing' }));
    return { outcome: 'REFUSED', reason, provider };
  }

  /** Whom the identity belongs to, or might. */
  async function ownersOf(
    context: TxContext,
    identity: SocialIdentity,
    settings: ConnectorRecord['settings'],
  ): Promise<Answer> {
    const linked = await db.transact(context, (tx) => useIdentity(tx, identity, new Date(clock())));
    if (linked) return { linkedUserId: linked.userId };
    const { ownerId, addressOwnerId } = await findKnownUsers(context.tenantId, identity);
    if (ownerId !== undefined) return { linkedUserId: ownerId };
    if (addressOwnerId === undefined || settings.linking === 'never') return {};
    const isProven = settings.linking === 'verified_email' && identity.emailVerified;
    return { linkCandidateUserId: addressOwnerId, linkNeedsProof: !isProven };
  }

  async function identified(
    context: TxContext,
    identity: SocialIdentity,
    { settings }: ConnectorRecord,
  ): Promise<Answer> {
    const { provider, issuer, subject, email, emailVerified, attributes, claims, acr, amr } =
      identity;
    if (!isDomainAllowed(settings, identity))
      return { outcome: 'REFUSED', reason: 'email_domain_not_allowed', provider };
    return {
      outcome: 'IDENTIFIED',
      provider,
      issuer,
      subject,
      email,
      emailVerified,
      attributesJson: JSON.stringify(attributes),
      claimsJson: JSON.stringify(claims),
      acr,
      amr,
      signUpAllowed: settings.signUp === 'allow',
      profileSync: settings.profileSync,
      ...(await ownersOf(context, identity, settings)),
    };
  }

  async function link(
    context: TxContext,
    identity: SocialIdentity,
    userId: string,
  ): Promise<Answer> {
    const isLinked = await db.transact(context, (tx) => linkIdentity(tx, identity, userId));
    const { provider } = identity;
    return isLinked
      ? { outcome: 'LINKED', provider, linkedUserId: userId }
      : { outcome: 'REFUSED', reason: 'identity_taken', provider };
  }

  return async (context: TxContext, answer: ProviderAnswer): Promise<Answer> => {
    const now = new Date(clock());
    const found = await db.transact(context, async (tx) => {
      const attempt = await findAttempt(tx, answer, now);
      const connector = attempt && (await usableConnector(tx, attempt.provider));
      const isFirst =
        connector && answer.userId === '' && (await redeemAttempt(tx, answer, now)) === 1;
      return { attempt, connector, isFirst };
    });
    const { attempt, connector, isFirst } = found;
    if (!attempt) return { outcome: 'REFUSED', reason: 'state_unknown' };
    const { provider } = attempt;
    if (!connector) return { outcome: 'REFUSED', reason: 'connector_disabled', provider };
    const known =
      attempt.identity === null
        ? undefined
        : seals.openIdentity(context.tenantId, attempt.identity);
    if (known && answer.userId !== '') return link(context, known, answer.userId);
    if (known) return identified(context, known, connector);
    if (!isFirst) return { outcome: 'REFUSED', reason: 'state_used', provider };
    try {
      const identity = await redeemed(context, connector, { answer, attempt });
      return await identified(context, identity, connector);
    } catch (error) {
      if (error instanceof UpstreamRejected) return rejected(context, provider, error);
      throw error;
    }
  };
}

/** See {@link completeSocialSignIn}. */
export type CompleteSocialSignIn = ReturnType<typeof completeSocialSignIn>;
