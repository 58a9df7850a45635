import { batched } from '@platform/kit/cache';
import type { RpcPeer } from '@platform/kit/grpc';
import type { Logger } from '@platform/kit/telemetry';
import type { UserScopes__Output } from '@platform/protos';
import { oauthRefusal } from '../oauth-errors/oauth-error.ts';

/** The `tenant:` scopes of a user, permanent and elevated. */
export interface UserAccess {
  scopes: ReadonlySet<string>;
  elevated: readonly { scope: string; endsAt: number }[];
}

/** A request for the access of a user at a client and organization. */
export interface UserAccessQuestion {
  tenantId: string;
  userId: string;
  clientId: string;
  organizationId: string | null;
  /** The scopes to check. */
  wanted: readonly string[];
}

/** @throws `temporarily_unavailable` if the access service is unavailable */
export type UserAccessOf = (question: UserAccessQuestion) => Promise<UserAccess>;

const deadlineMs = 1_000;

const accessOf = ({ scopes, elevated }: UserScopes__Output): UserAccess => ({
  scopes: new Set(scopes),
  elevated: elevated.map(({ scope, expiresAt }) => ({
    scope,
    endsAt: Math.floor(Date.parse(expiresAt) / 1000),
  })),
});

/** Lists the scopes of several users of one tenant. */
async function listScopes(
  fga: RpcPeer,
  questions: readonly UserAccessQuestion[],
): Promise<UserScopes__Output[]> {
  const { tenantId } = questions[0]!;
  const users = questions.map(({ userId, organizationId }) => ({
    userId,
    organizationId: organizationId ?? '',
  }));
  const wanted = [...new Set(questions.flatMap((question) => question.wanted))];
  const answer = await fga
    .service('platform.fga.v1.PrincipalAccess')
    .ListUserScopes({ tenantId, users, wanted }, { deadlineMs, repeatable: true });
  return answer.users;
}

/**
 * Reads the access of users from the access service; concurrent requests for users of one tenant share a call. Results are not cached, because a
 * removed role must not be in the next token.
 */
export function userAccess({ fga, log }: { fga: () => RpcPeer; log: Logger }): UserAccessOf {
  const ask = batched({
    async work(questions: readonly UserAccessQuestion[]): Promise<UserAccess[]> {
      return (await listScopes(fga(), questions)).map(accessOf);
    },
    nameOf: ({ tenantId }) => tenantId,
    intervalMs: 10,
  });
  return (question) =>
    ask(question).catch((error: unknown) => {
      const { tenantId, clientId } = question;
      log.warn({ err: error, tenantId, clientId }, 'the access of a user could not be looked up');
      throw oauthRefusal(
        503,
        'temporarily_unavailable',
        'the access of the user cannot be looked up at the moment',
      );
    });
}
