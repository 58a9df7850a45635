import { randomBytes } from 'node:crypto';
import { serveSomeRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import type { CompleteSocialResponse } from '@platform/protos';

/** The fake's state of social providers. */
export interface SocialState {
  /** The response of a provider to each code. */
  readonly answers: Map<string, CompleteSocialResponse>;
  /** Linked identities: user, and state of the sign-in. */
  readonly linked: { state: string; userId: string }[];
}

/** Serves sign-ins at social providers; completing a sign-in again returns the same response. */
export function serveSocial({ answers, linked }: SocialState, check: () => void): RpcMount {
  const answersByState = new Map<string, CompleteSocialResponse>();
  return serveSomeRpc(
    'platform.identity.v1.Social',
    {
      async Begin({ provider, loginId, redirectUri }) {
        check();
        const state = `${loginId}.${randomBytes(16).toString('base64url')}`;
        const url = new URL(`https://${provider}.example.com/authorize`);
        url.searchParams.set('state', state);
        url.searchParams.set('redirect_uri', redirectUri);
        return { authorizationUrl: url.href, state };
      },
      async Complete({ state, code, userId, error }) {
        check();
        if (userId !== '') {
          linked.push({ state, userId });
          return { outcome: 'LINKED', linkedUserId: userId };
        }
        if (error !== '') return { outcome: 'REFUSED', reason: 'access_denied' };
        const answer = answersByState.get(state) ?? answers.get(code);
        if (!answer) return { outcome: 'REFUSED', reason: 'response_invalid' };
        answersByState.set(state, answer);
        return { outcome: 'IDENTIFIED', signUpAllowed: true, ...answer };
      },
    },
    { Begin: ['hub'], Complete: ['hub'] },
  );
}
