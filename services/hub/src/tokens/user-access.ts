import { batched } from '@platform/kit/cache';
import type { RpcPeer } from '@platform/kit/grpc';
import type { Logger } from '@platform/kit/telemetry';
import type { UserScopes__Output } from '@platform/protos';
import { oauthRefusal } from '../oauth-errors/oauth-error.ts';

/** `tenant:` scopes that a user has: for good, and by an elevation. */
export interface UserAccess {
  scopes: ReadonlySet<string>;
  elevated: readonly { scope: string; endsAt: number }[];
}

/** Whose access is asked for, at which client and organization. */
export interface UserAccessQuestion {
  tenantId: string;
  userId: string;
  clientId: string;
  organizationId: string | null;
  /** The scopes that matter. */
  wanted: readonly string[];
}

/** @throws `temporarily_unavailable` while the access service is away */
export type UserAccessOf = (question: UserAccessQuestion) => Promise<UserAccess>;

const deadlineMs = 1_000;

const accessOf = ({ scopes, elevated }: UserScopes__Output): UserAccess => ({
  scopes: new Set(scopes),
  elevated: elevated.map(({ scope, expiresAt }) => ({
    scope,
    endsAt: Math.floor(Date.parse(expiresAt) / 1000),
  })),
});

/** Asks about several users of one tenant. */
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
 * Asks the access service; users of a tenant that are asked about at the same time together. Nothing is kept: a role that was
 * taken away must be gone from the next token.
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
