import { serveRpc } from '@platform/kit/grpc';
import type { RpcHandlers, RpcMount } from '@platform/kit/grpc';

type SendMail = RpcHandlers<'platform.identity.v1.Mail'>['Send'];

/** A mail as it was asked for. */
export type TestMail = Parameters<SendMail>[0];

/** The mails that a stub of the identity service was asked to send. */
export interface TestMailbox {
  /** In order; a repeated key is one mail. */
  mails: TestMail[];
  /** How often it was asked, away or not. */
  asked(): number;
}

/** Keeps mails in place of sending them; `check` throws while the stub is away. */
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
            const isRepeated = mails.some((mail) => mail.idempotencyKey === request.idempotencyKey);
            if (!isRepeated) mails.push(request);
            return { emailId: `eml_${mails.length}`, state: 'queued' };
          },
        },
        { Send: ['directory', 'hub', 'compliance'] },
      ),
  };
}
