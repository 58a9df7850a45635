import type { ChallengePurpose } from '@platform/contracts';
import { rpcContext, serveRpc } from '@platform/kit/grpc';
import type { RpcHandlers, RpcMount, RpcRunner } from '@platform/kit/grpc';
import { describeAuthenticators } from '../authenticators/removal.ts';
import type { BeginChallenge } from '../challenges/begin-challenge.ts';
import type { ImportPasswords } from '../passwords/password-import.ts';
import { describeDevices, recognizeDevice, rememberDevice } from '../devices/devices.ts';
import { describePassword } from '../passwords/password-removal.ts';
import { describeIdentities } from '../social/identities.ts';
import { callerActorOf } from './caller-actor.ts';
import type { SignInReports } from '../security-notices/sign-in-reports.ts';
import { removeCredential } from './removal.ts';

type Handlers = RpcHandlers<'platform.identity.v1.Credentials'>;

export interface CredentialsRpcOptions {
  rpcRunner: RpcRunner;
  begin: BeginChallenge;
  importPasswords: ImportPasswords;
  verify: Handlers['VerifyChallenge'];
  passwords: Pick<Handlers, 'CheckPassword' | 'SetPassword'>;
  reports: Pick<SignInReports, 'take'>;
  clock: () => number;
}

const callers = ['hub', 'directory'];

/** Services that may call each method. */
export const credentialsCallers = {
  BeginChallenge: callers,
  VerifyChallenge: callers,
  SetPassword: callers,
  CheckPassword: ['hub'],
  ImportCredentials: ['directory'],
  Describe: callers,
  RememberDevice: ['hub'],
  ReportSignIn: ['hub'],
  Remove: callers,
};

/** Credentials, for the services that run logins and keep users. */
export const credentialsRpc = ({
  rpcRunner,
  begin,
  importPasswords,
  verify,
  passwords,
  reports,
  clock,
}: CredentialsRpcOptions): RpcMount =>
  serveRpc(
    'platform.identity.v1.Credentials',
    {
      BeginChallenge: ({ tenantId, purpose, ...request }, call) =>
        begin(rpcContext(call, tenantId), { ...request, purpose: purpose as ChallengePurpose }),
      VerifyChallenge: verify,
      ...passwords,
      ImportCredentials: async ({ tenantId, items }, call) => ({
        results: await importPasswords(rpcContext(call, tenantId), items),
      }),
      Describe: ({ tenantId, userId, deviceDigest: digest, methodsOnly }, call) =>
        rpcRunner.read(call, tenantId, async (tx) => {
          const now = new Date(clock());
          // The queries are independent, so they are sent together.
          const [password, authenticators, identities, devices, device] = await Promise.all([
            describePassword(tx, userId),
            describeAuthenticators(tx, userId),
            methodsOnly ? [] : describeIdentities(tx, userId),
            methodsOnly ? [] : describeDevices(tx, userId, now),
            recognizeDevice(tx, { userId, digest }, now),
          ]);
          return { ...password, ...authenticators, identities, devices, ...device };
        }),
      ReportSignIn: ({ tenantId, token }, call) =>
        rpcRunner.write(
          call,
          tenantId,
          // Events record the report; the token stays out of what is stored.
          { operationId: 'credentialReportSignIn', subject: () => undefined, request: {} },
          (tx) => reports.take(tx, token),
        ),
      RememberDevice: ({ tenantId, deviceDigest: digest, ...device }, call) =>
        rpcRunner.write(
          call,
          tenantId,
          // The sign-in has its own event, so there is no audit record.
          { operationId: 'credentialRememberDevice', subject: () => undefined, request: device },
          async (tx) => ({
            isNew: await rememberDevice(tx, { ...device, digest }, new Date(clock())),
          }),
        ),
      Remove: ({ tenantId, userId, authenticatorId, actorJson, ...origin }, call) =>
        rpcRunner.write(
          call,
          tenantId,
          {
            operationId: 'credentialRemove',
            subject: { type: 'user', id: userId },
            actor: callerActorOf(actorJson),
            request: { userId, authenticatorId },
          },
          async (tx) => {
            await removeCredential(tx, { userId, authenticatorId }, origin);
            return {};
          },
        ),
    },
    credentialsCallers,
  );
