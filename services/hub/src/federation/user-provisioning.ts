import { connectionIssuer } from '@platform/contracts';
import type { JitRules } from '@platform/contracts';
import type { RpcClient } from '@platform/kit/grpc';
import { profileOfAttributes } from '../user-attributes/user-attributes.ts';
import { BrokeredSignInFailed } from './brokered-identity.ts';
import type { BrokeredIdentity } from './brokered-identity.ts';
import { applyJitRules } from './jit-rules.ts';
import type { JitOutcome, ProvisionStep } from './jit-rules.ts';

type Directory = RpcClient<'platform.directory.v1.Directory'>;

export interface FederatedProvisioningOptions {
  directory: () => Directory;
  /** If false, no rules apply. */
  isEnabled: boolean;
  rules: JitRules;
}

/** The parameters of provisioning a user. */
export interface ProvisionOrder {
  tenantId: string;
  loginId: string;
  identity: BrokeredIdentity;
  /** The user who already has the identity or has just proven to own the account. */
  userId?: string;
  /** The user of the login, if already known. An identity of any other user is rejected. */
  expectedUserId?: string;
  /** Called before a user is created. Returns the profile to create. @throws BrokeredSignInFailed if the registration is denied */
  register?: (profile: Record<string, unknown>) => Promise<Record<string, unknown>>;
}

/** The result of provisioning. */
export type FederatedUser =
  | { outcome: 'known' | 'created' | 'changed'; userId: string; jit: JitOutcome }
  /** The account exists, and its owner has to sign in to it before the identity is linked. */
  | { outcome: 'link_required'; userId: string };

const deadlineMs = 5_000;

const creates = (steps: readonly ProvisionStep[]): boolean => steps.some((one) => 'create' in one);

/** Finds or creates the user of a brokered sign-in according to the tenant's rules. */
export function userProvisioning({ directory, isEnabled, rules }: FederatedProvisioningOptions) {
  const jitFor = ({ tenantId, identity, userId }: ProvisionOrder): JitOutcome =>
    isEnabled
      ? applyJitRules(rules[tenantId] ?? [], {
          connection: identity.connection,
          claims: { ...identity.claims, email: identity.email },
          isKnown: userId !== undefined,
        })
      : { rules: [], actions: [] };

  /** Finds the user who has the identity. For a social identity, the identity facade has already returned the user. */
  async function ownerOf({
    tenantId,
    identity,
    userId,
  }: ProvisionOrder): Promise<string | undefined> {
    const { kind, connection, issuer, subject } = identity;
    if (userId !== undefined || kind === 'social') return userId;
    const found = await directory().ResolveUser(
      { tenantId, identity: { issuer: connectionIssuer(issuer, connection), subject } },
      { deadlineMs, repeatable: true },
    );
    return found.outcome === 'FOUND'
      ? (JSON.parse(found.userJson) as { id: string }).id
      : undefined;
  }

  /**
   * Whether the address counts as proven. A directory can vouch only for domains that are verified for it; otherwise any directory's
   * provider could claim any address.
   */
  async function isProvenAddress({ tenantId, identity }: ProvisionOrder): Promise<boolean> {
    const { kind, connection, email, emailVerified } = identity;
    if (kind === 'social' || !emailVerified || email === '') return emailVerified;
    const { connections } = await directory().ResolveDomain(
      { tenantId, emailOrDomain: email },
      { deadlineMs, repeatable: true },
    );
    return connections.some(({ directoryId }) => directoryId === connection);
  }

  /** Returns the profile to send; `register` can change that of a new user. */
  async function profileFor(
    { tenantId, identity, userId, register }: ProvisionOrder,
    actions: readonly ProvisionStep[],
  ): Promise<Record<string, unknown>> {
    const profile = profileOfAttributes(identity.attributes);
    if (!register || userId !== undefined || !creates(actions)) return profile;
    const { email } = identity;
    const owner =
      email === ''
        ? undefined
        : await directory().ResolveUser({ tenantId, email }, { deadlineMs, repeatable: true });
    return owner?.outcome === 'FOUND' ? profile : register(profile);
  }

  /** Creates a user even without a rule if the social connector allows sign-up. */
  const actionsFor = ({ identity }: ProvisionOrder, { actions }: JitOutcome): ProvisionStep[] =>
    identity.maySignUp && !creates(actions)
      ? [{ create: { status: 'active' } }, ...actions]
      : actions;

  /** @throws BrokeredSignInFailed if the user may not sign in, or does not exist and is not created */
  return async (given: ProvisionOrder): Promise<FederatedUser> => {
    const order = { ...given, userId: await ownerOf(given) };
    const { tenantId, loginId, identity, userId, expectedUserId } = order;
    if (expectedUserId !== undefined && expectedUserId !== userId)
      throw new BrokeredSignInFailed('response_invalid');
    const { kind, connection, issuer, subject, email } = identity;
    const jit = jitFor(order);
    if (jit.denied !== undefined)
      throw new BrokeredSignInFailed('denied_by_rule', { told: jit.denied });
    // The identity facade stores social identities, so without actions there is nothing to send to the directory.
    if (kind === 'social' && userId !== undefined && jit.actions.length === 0)
      return { outcome: 'known', userId, jit };
    const actions = actionsFor(order, jit);
    const made = await directory().ProvisionUser(
      {
        tenantId,
        directoryId: kind === 'social' ? '' : connection,
        identity: { issuer: connectionIssuer(issuer, connection), subject },
        email,
        emailVerified: await isProvenAddress(order),
        profileJson: JSON.stringify(await profileFor(order, actions)),
        actions,
        loginId,
        userId: userId ?? '',
      },
      { deadlineMs },
    );
    switch (made.outcome) {
      case 'CREATED':
        return { outcome: 'created', userId: made.userId, jit };
      case 'UPDATED':
        return { outcome: 'changed', userId: made.userId, jit };
      case 'MATCHED':
        return { outcome: 'known', userId: made.userId, jit };
      case 'LINK_REQUIRED':
        return { outcome: 'link_required', userId: made.userId };
      default:
        throw new BrokeredSignInFailed('account_not_provisioned', { cause: made.reason });
    }
  };
}

export type ProvisionUser = ReturnType<typeof userProvisioning>;
