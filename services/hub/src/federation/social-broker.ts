import type { RpcClient } from '@platform/kit/grpc';
import { asProblem } from '@platform/kit/problem';
import { BrokeredSignInFailed } from './brokered-identity.ts';
import type { Broker, BrokeredFailure, BrokeredIdentity } from './brokered-identity.ts';

type Social = RpcClient<'platform.identity.v1.Social'>;
type Completed = Awaited<ReturnType<Social['Complete']>>;

/** Longer than for other calls, because the identity facade calls the provider. */
const deadlineMs = 20_000;

const failures: Readonly<Record<string, BrokeredFailure>> = {
  access_denied: 'access_denied',
  response_invalid: 'response_invalid',
  state_unknown: 'response_invalid',
  state_used: 'response_invalid',
  identity_taken: 'response_invalid',
  email_domain_not_allowed: 'email_domain_not_allowed',
};

const identityOf = (done: Completed): BrokeredIdentity => ({
  kind: 'social',
  connection: done.provider,
  issuer: done.issuer,
  subject: done.subject,
  email: done.email,
  emailVerified: done.emailVerified,
  attributes: JSON.parse(done.attributesJson || '{}') as Record<string, unknown>,
  claims: JSON.parse(done.claimsJson || '{}') as Record<string, unknown>,
  acr: done.acr,
  amr: done.amr,
  linkedUserId: done.linkedUserId || undefined,
  linkCandidate: done.linkCandidateUserId
    ? { userId: done.linkCandidateUserId, needsProof: done.linkNeedsProof }
    : undefined,
  maySignUp: done.signUpAllowed,
  syncsProfile: done.profileSync === 'every_login',
});

const required = (done: Completed): Completed => {
  if (done.outcome !== 'REFUSED') return done;
  throw new BrokeredSignInFailed(failures[done.reason] ?? 'connection_unavailable');
};

/** Signs people in at social providers. The identity facade has their secrets and calls them. */
export const socialBroker = (
  social: () => Social,
): Broker & {
  /** Links the identity of an attempt to the user who proved to own the account. */
  link(order: { tenantId: string; loginId: string; state: string; userId: string }): Promise<void>;
} => ({
  async begin({ tenantId, origin, loginId, connection, loginHint, uiLocales }) {
    const redirectUri = `${origin}/login/callback/${connection}`;
    const begun = await social()
      .Begin(
        {
          tenantId,
          provider: connection,
          redirectUri,
          loginId,
          loginHint,
          uiLocales: [...uiLocales],
        },
        { deadlineMs },
      )
      .catch((error: unknown) => {
        const { code } = asProblem(error);
        if (code === 'internal_error') throw error;
        throw new BrokeredSignInFailed('connection_unavailable', { cause: error });
      });
    return { kind: 'social', connection, url: begun.authorizationUrl, state: begun.state };
  },

  async complete({ tenantId, loginId }, { state }, response) {
    const { code = '', iss = '', error = '', user: userJson = '' } = response;
    const done = await social().Complete(
      { tenantId, loginId, state, code, iss, error, userJson },
      { deadlineMs },
    );
    return identityOf(required(done));
  },

  async link({ tenantId, loginId, state, userId }) {
    required(await social().Complete({ tenantId, loginId, state, userId }, { deadlineMs }));
  },
});

export type SocialBroker = ReturnType<typeof socialBroker>;
