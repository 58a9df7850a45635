import { emailTypes, emailVariables, isEmailType, isText } from '@platform/contracts';
import { emailKey } from '@platform/kit/formats';
import { problem } from '@platform/kit/problem';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcHandlers, RpcMount } from '@platform/kit/grpc';

type SendMail = RpcHandlers<'platform.identity.v1.Mail'>['Send'];

/** Validates like the identity facade: a service under test must not send what it rejects. */
function requireMail({ type, to, variables, code, idempotencyKey }: TestMail): void {
  const refuse = (detail: string) => problem('invalid_parameter', { detail });
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw refuse('idempotency_key must have 1 to 255 visible ASCII characters');
  if (!isEmailType(type)) throw refuse(`${type} is no type of e-mails`);
  if (emailKey(to) === undefined) throw refuse('to must be one e-mail address');
  const allowed = emailVariables(type);
  for (const [name, value] of Object.entries(variables))
    if (!allowed.includes(name) || value.length > 2_048 || !isText(value))
      throw refuse(`${name} cannot be a variable of ${type} with this value`);
  if (emailTypes[type].secret === 'code' && !code) throw refuse('code is required');
}

/** A requested email. */
export type TestMail = Parameters<SendMail>[0];

/** The emails that a fake identity service was asked to send. */
export interface TestMailbox {
  /** In order; a repeated key is one email. */
  mails: TestMail[];
  /** Returns the number of calls, including those while unavailable. */
  asked(): number;
}

/** Stores emails instead of sending them; `check` throws while the fake is unavailable. */
export function testMailbox(): TestMailbox & { mount(check: () => void): RpcMount } {
  const mails: TestMail[] = [];
  let asked = 0;
  return {
    mails,
    asked: () => asked,
    mount: (check) =>
      serveRpc(
        'platform.identity.v1.Mail',
        {
          async Send(request) {
            asked += 1;
            check();
            requireMail(request);
            const isRepeated = mails.some((mail) => mail.idempotencyKey === request.idempotencyKey);
            if (!isRepeated) mails.push(request);
            return { emailId: `eml_${mails.length}`, state: 'queued' };
          },
        },
        { Send: ['directory', 'hub', 'compliance'] },
      ),
  };
}
