import type { Principal, ownSignInMethodOperations } from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import type { TxContext } from '@platform/kit/database';
import type { Handlers, RequestContext } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import type { BeginSocialSignIn } from '../social/begin-sign-in.ts';
import type { CompleteSocialSignIn } from '../social/complete-sign-in.ts';
import { offeredConnectors } from '../connectors/offered-connectors.ts';
import { describeIdentities } from '../social/identities.ts';

type IdentityOperation =
  'meIdentityList' | 'meIdentityProviderList' | 'meIdentityStart' | 'meIdentityComplete';

export interface IdentityHandlerOptions {
  /** The origin of the issuer's host, where the account is. */
  originOf: (tenantId: string) => Promise<string>;
  social: { begin: BeginSocialSignIn; complete: CompleteSocialSignIn };
}

/** Binds an attempt to the account of a user; those of sign-ins have the id of the login. The hub sends its browser to the account. */
const linkLoginId = (userId: string): string => `link-${userId}`;

const contextOf = ({
  principal: { tenantId, id },
  request,
}: Pick<RequestContext, 'principal' | 'request'>): TxContext => ({
  tenantId,
  actor: { type: 'user', id },
  requestId: request.id,
});

const upstreamFailures: ReadonlySet<string> = new Set(['upstream_error', 'client_rejected']);

function refusal(reason: string): Problem {
  if (reason === 'identity_taken')
    return problem('already_exists', { detail: 'The identity is linked to another user' });
  if (upstreamFailures.has(reason))
    return problem('upstream_failed', { detail: 'The provider cannot be used at the moment' });
  return problem('invalid_state', { detail: `The identity was not proven (${reason})` });
}

type Shown = Awaited<ReturnType<typeof describeIdentities>>[number];

const asIdentity = ({ id, provider, email, linkedAt, lastUsedAt }: Shown) => ({
  id,
  provider,
  email: email || null,
  linkedAt,
  lastUsedAt: lastUsedAt || null,
});

/** The handlers of the operations that list and link identities, by the attempts that sign-ins use. */
export function identityHandlers({
  originOf,
  social,
}: IdentityHandlerOptions): Pick<Handlers<typeof ownSignInMethodOperations>, IdentityOperation> {
  async function prove(
    principal: Principal,
    request: RequestContext['request'],
    answer: { state: string; code?: string; iss?: string; error?: string; user?: string },
  ) {
    const { state, code = '', iss = '', error = '', user: userJson = '' } = answer;
    const userId = ownUserId(principal);
    const context = contextOf({ principal, request });
    const order = { state, loginId: linkLoginId(userId), code, iss, error, userJson };
    const proven = await social.complete(context, { ...order, userId: '' });
    if (proven.outcome === 'REFUSED') throw refusal(proven.reason ?? '');
    const linked = await social.complete(context, { ...order, userId });
    if (linked.outcome === 'REFUSED') throw refusal(linked.reason ?? '');
    return { userId, issuer: proven.issuer, subject: proven.subject };
  }

  return {
    async meIdentityList({ tx, principal }) {
      const identities = await describeIdentities(tx, ownUserId(principal));
      return { data: identities.map(asIdentity), nextCursor: null, hasMore: false };
    },

    async meIdentityProviderList({ tx }) {
      const offered = await offeredConnectors(tx, null);
      const data = offered.map(({ provider, displayName }) => ({ provider, displayName }));
      return { data, nextCursor: null, hasMore: false };
    },

    async meIdentityStart({ principal, request, body: { provider } }) {
      const origin = await originOf(principal.tenantId);
      return social.begin(contextOf({ principal, request }), {
        provider,
        redirectUri: `${origin}/login/callback/${provider}`,
        loginId: linkLoginId(ownUserId(principal)),
        loginHint: '',
        uiLocales: [],
      });
    },

    async meIdentityComplete({ principal, request, body, commit }) {
      const { userId, issuer, subject } = await prove(principal, request, body);
      return commit(async (tx) => {
        const identities = await describeIdentities(tx, userId);
        const linked = identities.find((one) => one.issuer === issuer && one.subject === subject);
        return asIdentity(found(linked));
      });
    },
  };
}
