import type { LoginMethod, SignInFailureReason } from '@platform/contracts';
import { BrokeredSignInFailed } from '../../federation/brokered-identity.ts';
import type {
  BrokeredAttempt,
  BrokeredFailure,
  BrokeredIdentity,
  BrokeredOrder,
} from '../../federation/brokered-identity.ts';
import type { FederatedUser } from '../../federation/user-provisioning.ts';
import { askRegistrationHooks } from '../../hooks/registration-hooks.ts';
import { methodsShown } from '../methods/offered-methods.ts';
import { syncProfile } from '../person/profile-sync.ts';
import { signInFailed } from '../sign-ins/sign-in-failure.ts';
import { hookQuestion } from './hook-step.ts';
import { stepFailure, carriedOver, visitOf } from './login-step.ts';
import type { LoginStepEvent, StepContext, StepResult } from './login-step.ts';

const messages: Readonly<Record<BrokeredFailure, string>> = {
  access_denied: 'login.error.provider_canceled',
  response_invalid: 'login.error.provider_failed',
  connection_unavailable: 'login.error.provider_away',
  email_domain_not_allowed: 'login.error.provider_domain',
  account_not_provisioned: 'login.error.provider_no_account',
  account_exists: 'login.error.provider_account_exists',
  denied_by_rule: 'login.error.provider_denied',
  registration_denied: 'login.error.sign_up_refused',
  registration_unavailable: 'login.error.sign_up_unavailable',
};

function orderOf({ login }: Pick<StepContext, 'login'>, connection: string): BrokeredOrder {
  const { request, browser, progress } = login;
  return {
    tenantId: request.tenant.id,
    issuer: request.tenant.issuer,
    origin: browser.origin,
    loginId: request.uid,
    connection,
    loginHint: progress.identifier ?? request.loginHint ?? '',
    uiLocales: request.uiLocales,
  };
}

const reasons: Readonly<Record<BrokeredFailure, SignInFailureReason>> = {
  access_denied: 'connector_denied',
  response_invalid: 'connector_error',
  connection_unavailable: 'upstream_error',
  email_domain_not_allowed: 'policy_denied',
  account_not_provisioned: 'user_not_found',
  account_exists: 'policy_denied',
  denied_by_rule: 'policy_denied',
  registration_denied: 'policy_denied',
  registration_unavailable: 'upstream_error',
};

const methodOf = (kind: BrokeredIdentity['kind']): LoginMethod =>
  kind === 'social' ? 'social' : 'federation';

/** The provider that the browser is sent to or returns from. */
type Provider = Pick<BrokeredAttempt, 'kind' | 'connection'>;

/** Identifies the directory or social connector in events. */
const memberOf = (kind: BrokeredAttempt['kind'], id: string) => ({
  member: { id, kind },
  connectionId: id,
});

/** Shows the page again with the reason of the failure. */
function rejected(
  context: StepContext,
  { kind, connection: connectionId }: Provider,
  { reason, told }: BrokeredSignInFailed,
): StepResult {
  const { login } = context;
  const withoutAttempt = { ...login, progress: { ...login.progress, brokered: undefined } };
  const { userId } = login.progress;
  const attempt = signInFailed(login, {
    method: methodOf(kind),
    connector: kind === 'social' ? connectionId : null,
    connectionId,
    reason: reasons[reason],
  });
  // `federation.login_failed` is an event of a user. Without one, only the failed sign-in is published.
  const upstream: LoginStepEvent[] =
    userId === undefined
      ? []
      : [
          {
            type: 'federation.login_failed',
            userId,
            more: { ...memberOf(kind, connectionId), reason },
          },
        ];
  return {
    ...stepFailure(
      { ...context, login: withoutAttempt },
      messages[reason],
      told === undefined ? {} : { values: { reason: told } },
    ),
    events: [attempt, ...upstream],
  };
}

async function rejectOnFailure(
  context: StepContext,
  provider: Provider,
  work: () => Promise<StepResult>,
): Promise<StepResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BrokeredSignInFailed) return rejected(context, provider, error);
    throw error;
  }
}

const begin = (
  context: StepContext,
  kind: BrokeredAttempt['kind'],
  connection: string,
): Promise<StepResult> =>
  rejectOnFailure(context, { kind, connection }, async () => {
    const { login, siblings } = context;
    const brokered = await siblings.brokers.begin(kind, orderOf(context, connection));
    return { progress: { ...login.progress, brokered, failure: undefined, notice: undefined } };
  });

/** Starts a sign-in at a social provider that the step offers. */
async function social(context: StepContext): Promise<StepResult> {
  const { ask, form, login } = context;
  const chosen = ask.offered.find(
    ({ method, connector, available }) =>
      method === 'social' && available && connector === form['provider'],
  );
  return chosen?.connector
    ? begin(context, 'social', chosen.connector)
    : { progress: login.progress };
}

/** Starts a sign-in at the identity provider of the person's organization. */
async function federation(context: StepContext): Promise<StepResult> {
  const { homeRealm } = context.login.progress;
  const isOffered = methodsShown(context.login).includes('federation');
  return homeRealm && isOffered
    ? begin(context, homeRealm.kind, homeRealm.directoryId)
    : { progress: context.login.progress };
}

/** Asks the person to sign in to the account with the same address before the provider's identity is linked to it. */
function requireSignInToLink(
  { login }: StepContext,
  identity: BrokeredIdentity,
  userId: string,
): StepResult {
  const { brokered, ...progress } = login.progress;
  const others = methodsShown(login).filter((one) => one !== 'social' && one !== 'federation');
  // Without another method, the owner of the account has no way to sign in here.
  if (!brokered || others.length === 0) throw new BrokeredSignInFailed('account_not_provisioned');
  return {
    progress: {
      ...carriedOver(progress),
      at: visitOf(login.state),
      method: others[0],
      userId,
      identifier: identity.email,
      pendingLink: { userId, state: brokered.state, identity },
      notice: { key: 'login.notice.link_account', values: { email: identity.email } },
    },
  };
}

function signInEvents(
  identity: BrokeredIdentity,
  found: Exclude<FederatedUser, { outcome: 'link_required' }>,
): LoginStepEvent[] {
  const { userId, jit, outcome } = found;
  const common = { ...memberOf(identity.kind, identity.connection), issuer: identity.issuer };
  const actions = jit.actions.flatMap((step) => Object.keys(step));
  const applied: LoginStepEvent = {
    type: 'federation.jit_applied',
    userId,
    more: { ...common, rules: jit.rules, actions: actions.map((kind) => ({ kind })) },
  };
  return [
    { type: 'federation.login_succeeded', userId, more: common },
    ...(outcome !== 'known' ? [applied] : []),
  ];
}

async function signInResult(
  { login }: StepContext,
  identity: BrokeredIdentity,
  found: Exclude<FederatedUser, { outcome: 'link_required' }>,
): Promise<StepResult> {
  const { homeRealm } = login.progress;
  const method = methodOf(identity.kind);
  const { userId } = found;
  return {
    progress: {
      ...carriedOver(login.progress),
      userId,
      identifier: identity.email || login.progress.identifier,
      connection: {
        kind: identity.kind,
        id: identity.connection,
        issuer: identity.issuer,
        organizationId: identity.kind === 'social' ? undefined : homeRealm?.organizationId,
        isNew: found.outcome === 'created',
      },
    },
    answer: {
      outcome: 'success',
      method,
      ...(method === 'social' && { connector: identity.connection }),
      evidence: { upstreamAmr: identity.amr },
    },
    events: signInEvents(identity, found),
  };
}

/** Runs the `pre_registration` hooks for a new user, as sign-up by form does. */
async function runRegistrationHooks(
  { login, siblings }: StepContext,
  { email, connection }: BrokeredIdentity,
  profile: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const user = { ...profile, email };
  const question = { ...hookQuestion(login), user, connection: { id: connection } };
  const asked = await askRegistrationHooks(siblings.hooks, question, profile);
  if (asked.outcome === 'allowed') return asked.profile;
  throw new BrokeredSignInFailed(
    asked.outcome === 'denied' ? 'registration_denied' : 'registration_unavailable',
  );
}

async function signInWithIdentity(
  context: StepContext,
  identity: BrokeredIdentity,
): Promise<StepResult> {
  const { login, siblings } = context;
  const { userId: expected, brokered } = login.progress;
  const { linkedUserId, linkCandidate } = identity;
  const knownUserId = linkedUserId ?? linkCandidate?.userId;
  const order = { tenantId: login.request.tenant.id, loginId: login.request.uid };
  const isOtherUser = expected !== undefined && expected !== knownUserId;
  if (linkCandidate?.needsProof && linkedUserId === undefined && !isOtherUser)
    return requireSignInToLink(context, identity, linkCandidate.userId);
  const found = await siblings.provision({
    ...order,
    identity,
    userId: knownUserId,
    expectedUserId: expected,
    register: (profile) => runRegistrationHooks(context, identity, profile),
  });
  if (found.outcome === 'link_required') {
    // A connector that never links to existing accounts returns no candidate.
    if (identity.kind === 'social' && !linkCandidate)
      throw new BrokeredSignInFailed('account_exists');
    return requireSignInToLink(context, identity, found.userId);
  }
  const { userId } = found;
  const state = brokered?.state ?? '';
  if (identity.kind === 'social' && linkedUserId === undefined)
    await siblings.brokers.linkSocial({ ...order, state, userId });
  if (identity.syncsProfile && linkedUserId !== undefined)
    await syncProfile(context, identity, userId);
  return signInResult(context, identity, found);
}

/** Completes the sign-in with the provider's response. */
async function returned(context: StepContext): Promise<StepResult> {
  const { login, form, siblings } = context;
  const { brokered } = login.progress;
  if (!brokered) return { progress: login.progress };
  return rejectOnFailure(context, brokered, async () => {
    const order = orderOf(context, brokered.connection);
    return signInWithIdentity(context, await siblings.brokers.complete(order, brokered, form));
  });
}

/** Actions of an `authenticate` step for signing in at an identity provider. */
export const brokeredSignIn = { social, federation, returned };
