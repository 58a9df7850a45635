import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { Secret, TOTP } from 'otpauth';
import { experiencePlatform } from './experience-fixtures.ts';
import { startSmtpMailbox } from './mailbox.ts';

export const accessRequestToken = 'a-token-between-services-0123456789';
export const goodPassword = 'correct horse battery staple';

/** The credentials of one tenant, called by the hub. */
export async function credentialPlatform() {
  const box = await startSmtpMailbox();
  const on = await experiencePlatform(
    {},
    {
      'platform.idp-facade.smtp.host': '127.0.0.1',
      'platform.idp-facade.smtp.port': String(box.port),
      'platform.idp-facade.smtp.security': 'none',
      'platform.idp-facade.email.recipient-per-ten-minutes': '0',
      'platform.idp-facade.password.argon2-memory-kib': '7168',
      'platform.idp-facade.password.argon2-time': '5',
      'platform.dsar.fanout.service-account-token': accessRequestToken,
    },
  );
  const deadline = { deadlineMs: 30_000 };

  /** Calls for one tenant, made by this sibling. */
  const callsOf = (tenant: TestTenant, account = 'hub') => {
    const { service } = on.rpcAs(account);
    const rpc = service('platform.identity.v1.Credentials');
    const tenantId = tenant.id;
    return {
      begin: async (request: Record<string, unknown>) => {
        const begun = await rpc.BeginChallenge(
          { tenantId, purpose: 'authenticate', loginId: 'login-1', ...request },
          deadline,
        );
        return { ...begun, shown: JSON.parse(begun.publicJson) };
      },
      verify: ({ response, ...request }: Record<string, unknown>) =>
        rpc.VerifyChallenge(
          { tenantId, loginId: 'login-1', responseJson: JSON.stringify(response), ...request },
          deadline,
        ),
      setPassword: (userId: string, password = goodPassword, more = {}) =>
        rpc.SetPassword({ tenantId, userId, password, ...more }, deadline),
      importAll: (items: object[]) =>
        rpc.ImportCredentials({ tenantId, items }, { deadlineMs: 60_000 }),
      describe: (userId: string) => rpc.Describe({ tenantId, userId }, deadline),
      remove: (userId: string, authenticatorId = '', more = {}) =>
        rpc.Remove({ tenantId, userId, authenticatorId, ...more }, deadline),
    };
  };

  return {
    ...on,
    box,
    callsOf,
    /** The code or link in the newest mail to an address, once `count` mails have arrived. */
    mailed: (to: string, count = 1) =>
      eventually(async () => {
        const mails = box.mails.filter((mail) =>
          [mail.to].flat().some((each) => each?.text === to),
        );
        return mails.length >= count && (mails.at(-1)?.text ?? '');
      }),
    /** A user with an address that the directory knows. */
    person(tenant: TestTenant) {
      const userId = newId('user');
      const email = `${userId.slice(-10)}@example.com`;
      on.platform.directory.setUser(tenant.id, userId, {
        identifiers: [{ kind: 'email', value: email, verified: true }],
      } as never);
      return { userId, email };
    },
    /** The code of an authenticator app, now or this many steps away. */
    totpCode: (secret: string, steps = 0) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: on.clock.now() + steps * 30_000,
      }),
    async hashes(purpose: string) {
      const { values } = await on.platform.service.platform.metrics
        .counter('platform_password_hashes_total')
        .get();
      return values.find(({ labels }) => labels.purpose === purpose)?.value ?? 0;
    },
    async stopAll() {
      await on.stop();
      await box.stop();
    },
  };
}

/** See {@link credentialPlatform}. */
export type CredentialPlatform = Awaited<ReturnType<typeof credentialPlatform>>;
