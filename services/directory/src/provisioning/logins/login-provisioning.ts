import { createHash } from 'node:crypto';
import type { ProvisionUserRequest, ProvisionUserResponse } from '@platform/protos';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { RpcCall, RpcRunner } from '@platform/kit/grpc';
import { asProblem } from '@platform/kit/problem';
import { directoryLocks } from '../../advisory-locks.ts';
import { nobodyErased } from '../../suppressions/erased-people.ts';
import type { AskErased } from '../../suppressions/erased-people.ts';
import { findProvisionedLogin, insertProvisionedLogin } from './provisioned-login-store.ts';
import { rolesOfRules } from './rule-roles.ts';
import type { RuleRoleOptions } from './rule-roles.ts';
import { ConcurrentChange, isNewcomer, provisionUser } from './user-provisioning.ts';
import type { ProvisioningOptions } from './user-provisioning.ts';

export interface LoginProvisioningOptions
  extends Omit<ProvisioningOptions, 'isErased' | 'hasRole'>, RuleRoleOptions {
  rpcRunner: RpcRunner;
  askErased: AskErased;
}

/** Retries once if another login of the same user, or their erasure, was committed first. */
const retryOnConflict = <T>(provision: () => Promise<T>): Promise<T> =>
  provision().catch((error: unknown) => {
    if (error instanceof ConcurrentChange || asProblem(error).code === 'already_exists')
      return provision();
    throw error;
  });

/**
 * Results that name a user. The others changed nothing, and the same request may get another result
 * later.
 */
const kept: readonly (string | undefined)[] = ['CREATED', 'UPDATED', 'MATCHED'];

/** The login and person of a request: at one page, another person may come back. */
function attemptOf({
  loginId,
  directoryId,
  identity,
  email,
  userId,
}: ProvisionUserRequest): string {
  const who = identity ? [directoryId, identity.issuer, identity.subject, userId] : [email];
  const digest = createHash('sha256').update(JSON.stringify(who)).digest('base64url');
  return `${loginId} ${digest}`;
}

/**
 * The first response that names a user is stored by login and person, and returned for every
 * repetition.
 */
async function provisionOnce(
  tx: Tx,
  request: ProvisionUserRequest,
  options: ProvisioningOptions,
): Promise<ProvisionUserResponse> {
  const attempt = attemptOf(request);
  await lock(tx, directoryLocks.provisionedLogin, `${request.tenantId} ${attempt}`);
  const before = await findProvisionedLogin(tx, attempt);
  if (before) return before;
  const response = await provisionUser(tx, request, options);
  if (kept.includes(response.outcome)) await insertProvisionedLogin(tx, attempt, response);
  return response;
}

/** A login that changed no user gets no record of its own: signing in has its event. */
const provisionedUser = (response: ProvisionUserResponse | undefined) => {
  if (!response) return { type: 'operation', id: 'userDirectoryProvision' };
  const { outcome, userId = '' } = response;
  return outcome === 'CREATED' || outcome === 'UPDATED' ? { type: 'user', id: userId } : undefined;
};

/** Finds or creates the user behind a login. Asks compliance about newcomers. */
export const loginProvisioning =
  ({ rpcRunner, askErased, knownRoles, log, ...options }: LoginProvisioningOptions) =>
  async (request: ProvisionUserRequest, call: RpcCall): Promise<ProvisionUserResponse> => {
    const { tenantId } = request;
    const isNew = await rpcRunner.read(call, tenantId, (tx) => isNewcomer(tx, request));
    const isErased = isNew ? await askErased(tenantId, [request]) : nobodyErased;
    const hasRole = await rolesOfRules(request, { knownRoles, log });
    return rpcRunner.write(
      call,
      tenantId,
      {
        operationId: 'userDirectoryProvision',
        subject: provisionedUser,
        request,
        repeat: retryOnConflict,
      },
      (tx) => provisionOnce(tx, request, { ...options, isErased, hasRole }),
    );
  };
