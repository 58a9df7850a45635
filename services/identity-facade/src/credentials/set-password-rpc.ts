import { createHmac } from 'node:crypto';
import type { Database } from '@platform/kit/database';
import { rpcContext } from '@platform/kit/grpc';
import type { RpcHandlers, RpcRunner } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { distrustDevices } from '../devices/devices.ts';
import type { PasswordRules } from '../passwords/password-rules.ts';
import type { NewPassword, PasswordSetting } from '../passwords/password-setting.ts';
import { callerActorOf } from './caller-actor.ts';
import type { NewPasswordRules } from './new-password-rules.ts';

type Handlers = RpcHandlers<'platform.identity.v1.Credentials'>;

export interface SetPasswordOptions {
  db: Pick<Database, 'read'>;
  rpcRunner: Pick<RpcRunner, 'write'>;
  passwords: Pick<PasswordSetting, 'check' | 'prepare' | 'store'>;
  rulesOf: NewPasswordRules;
  /** Keys the digests that replace passwords in idempotency records: a plain digest of a password can be guessed. */
  digestKey: Buffer;
}

function credentialOf(password: string | undefined, hashJson: string | undefined): NewPassword {
  if (password) return { password };
  if (hashJson) return { hashJson };
  throw problem('invalid_parameter', { detail: 'password or hash_json is required' });
}

/** Sets passwords, and checks beforehand whether a password is accepted. */
export function setPasswordRpc(
  options: SetPasswordOptions,
): Pick<Handlers, 'CheckPassword' | 'SetPassword'> {
  const { db, rpcRunner, passwords, rulesOf, digestKey } = options;

  const rulesFor = (
    call: Parameters<Handlers['SetPassword']>[1],
    request: { tenantId: string; clientId: string; forbidden: readonly string[] },
  ): Promise<PasswordRules> =>
    rulesOf((work) => db.read(rpcContext(call, request.tenantId), work), request);

  return {
    async CheckPassword(request, call) {
      await passwords.check(request.password, await rulesFor(call, request));
      return {};
    },

    async SetPassword(request, call) {
      const { tenantId, userId, mustChange, idempotencyKey, actorJson, isReset } = request;
      const { ip, country, userAgent } = request;
      if (userId === '') throw problem('invalid_parameter', { detail: 'user_id is required' });
      const credential = credentialOf(request.password, request.hashJson);
      const digest = createHmac('sha256', digestKey).update(JSON.stringify(credential));
      const rules = await rulesFor(call, request);
      const row = await passwords.prepare(credential, mustChange, rules);
      const write = {
        operationId: 'credentialSetPassword',
        subject: { type: 'user', id: userId },
        actor: callerActorOf(actorJson),
        idempotencyKey,
        request: { userId, mustChange, credential: digest.digest('base64url') },
      };
      return rpcRunner.write(call, tenantId, write, async (tx) => {
        const requestedBy = isReset ? 'password_reset' : undefined;
        await passwords.store(tx, userId, row, { ip, country, userAgent, requestedBy });
        await distrustDevices(tx, userId);
        return { setAt: row.setAt.toISOString() };
      });
    },
  };
}
