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
import { Outrun, isNewcomer, provisionUser } from './user-provisioning.ts';
import type { ProvisioningOptions } from './user-provisioning.ts';

export interface LoginProvisioningOptions
  extends Omit<ProvisioningOptions, 'isErased' | 'hasRole'>, RuleRoleOptions {
  rpcRunner: RpcRunner;
  askErased: AskErased;
}

/** Runs it once more where another login of the same user, or their erasure, was committed first. */
const lookingAgain = <T>(provision: () => Promise<T>): Promise<T> =>
  provision().catch((error: unknown) => {
    if (error instanceof Outrun || asProblem(error).code === 'already_exists') return provision();
    throw error;
  });

/** Answers that name a user. Those that do not have changed nothing, and the same question may have another answer by now. */
const kept: readonly (string | undefined)[] = ['CREATED', 'UPDATED', 'MATCHED'];

/** The person of a login that a request is about: at one page, another person may come back. */
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

/** Once a login and person: the first answer that names the user is kept, however often the hub asks. */
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

/** A login that changed no user leaves no record of its own: signing in has its event. */
const provisionedUser = (response: ProvisionUserResponse | undefined) => {
  if (!response) return { type: 'operation', id: 'userDirectoryProvision' };
  const { outcome, userId = '' } = response;
  return outcome === 'CREATED' || outcome === 'UPDATED' ? { type: 'user', id: userId } : undefined;
};

/** Finds or makes the user behind a login; compliance is asked about those who are new. */
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
        repeat: lookingAgain,
      },
      (tx) => provisionOnce(tx, request, { ...options, isErased, hasRole }),
    );
  };
