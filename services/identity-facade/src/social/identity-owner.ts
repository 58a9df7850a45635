import type { TxContext } from '@platform/kit/database';
import type { CompleteSocialResponse } from '@platform/protos';
import type { ConnectorRecord } from '../connectors/connectors.ts';
import { useIdentity } from './identity-store.ts';
import type { CompleteSignInOptions } from './sign-in-completion.ts';
import { isDomainAllowed } from './social-identity.ts';
import type { SocialIdentity } from './social-identity.ts';

/** The owner, or possible owner, of the identity. */
async function ownersOf(
  { db, findKnownUsers, clock }: CompleteSignInOptions,
  context: TxContext,
  identity: SocialIdentity,
  { linking }: ConnectorRecord['settings'],
): Promise<CompleteSocialResponse> {
  const linked = await db.transact(context, (tx) => useIdentity(tx, identity, new Date(clock())));
  if (linked) return { linkedUserId: linked.userId };
  const { ownerId, holder } = await findKnownUsers(context.tenantId, identity);
  if (ownerId !== undefined) return { linkedUserId: ownerId };
  if (!holder || linking === 'never') return {};
  // A person who created an account with another person's address must not receive that person's sign-ins.
  const areBothVerified = identity.emailVerified && holder.hasProvenAddress;
  const isProven = linking === 'verified_email' && areBothVerified;
  return { linkCandidateUserId: holder.userId, linkNeedsProof: !isProven };
}

/** The response to the hub for an identity that the provider has proven. */
export async function describeIdentity(
  options: CompleteSignInOptions,
  context: TxContext,
  identity: SocialIdentity,
  { settings }: ConnectorRecord,
): Promise<CompleteSocialResponse> {
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
    ...(await ownersOf(options, context, identity, settings)),
  };
}

/** Links an identity to a user, unless it belongs to another. */
export async function linkToUser(
  { db, linkIdentity }: CompleteSignInOptions,
  context: TxContext,
  identity: SocialIdentity,
  userId: string,
): Promise<CompleteSocialResponse> {
  const { provider } = identity;
  const isLinked = await db.transact(context, (tx) => linkIdentity(tx, identity, userId));
  return isLinked
    ? { outcome: 'LINKED', provider, linkedUserId: userId }
    : { outcome: 'REFUSED', reason: 'identity_taken', provider };
}
