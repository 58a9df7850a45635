import { passwordBlockReasons } from '@platform/contracts';
import { serveSomeRpc } from '@platform/kit/grpc';
import type { RpcHandlers, RpcMount } from '@platform/kit/grpc';
import { problemWithReason, problem } from '@platform/kit/problem';
import { beginTestChallenge, credentialsOf, verifyTestChallenge } from './fake-challenges.ts';
import type { CredentialState, SetPassword, Verify } from './fake-challenges.ts';

type Handlers = RpcHandlers<'platform.identity.v1.Credentials'>;
type Remember = Parameters<Handlers['RememberDevice']>[0];
type Describe = Parameters<Handlers['Describe']>[0];

interface TestDevice {
  userId: string;
  digest: string;
  isTrusted: boolean;
  isNew: boolean;
  /** The login in which it became known. */
  loginId: string;
}

/** `a breached password` is blocked as breached, and so on. */
const blockReasonOf = (password: string) =>
  password === 'password1'
    ? 'common'
    : passwordBlockReasons.find((reason) => password === `a ${reason} password`);

function checkPassword(password: string) {
  const detail = 'The password cannot be used';
  if (password.length < 8)
    throw problemWithReason('invalid_state', { code: 'password_too_short', detail });
  const reason = blockReasonOf(password);
  if (reason)
    throw problem('invalid_state', {
      detail,
      errors: [{ code: 'password_blocked', detail }],
      members: { reason },
    });
  return {};
}

function setPassword(state: CredentialState, request: SetPassword) {
  const { userId, password = '' } = request;
  if (userId === '') throw problem('invalid_parameter', { detail: 'user_id is required' });
  checkPassword(password);
  state.passwordsSet.push(request);
  state.people.set(userId, { ...credentialsOf(state, userId), password, mustChange: false });
  return { setAt: new Date().toISOString() };
}

function rememberDevice(devices: TestDevice[], request: Remember) {
  const { userId, deviceDigest, formerDigest, loginId, trustedSeconds } = request;
  for (const digest of [deviceDigest, formerDigest || deviceDigest])
    if (!/^[0-9a-f]{64}$/.test(digest))
      throw problem('invalid_parameter', { detail: 'a digest is required' });
  for (const device of devices)
    if (formerDigest !== '' && device.digest === formerDigest) device.digest = deviceDigest;
  const own = devices.filter((device) => device.userId === userId);
  const isTrusted = trustedSeconds > 0;
  const known = own.find(({ digest }) => digest === deviceDigest);
  if (known) known.isTrusted ||= isTrusted;
  const fresh = { userId, digest: deviceDigest, isTrusted, isNew: own.length > 0, loginId };
  if (!known) devices.push(fresh);
  const { isNew, loginId: first } = known ?? fresh;
  return { isNew: isNew && first === loginId };
}

/** Records a sign-in; a token is the id of its user. */
function reportSignIn(reported: Set<string>, token: string) {
  if (!token.startsWith('usr_')) return { outcome: 'INVALID', userId: '' };
  const isUsed = reported.has(token);
  reported.add(token);
  return { outcome: isUsed ? 'USED' : 'DONE', userId: token };
}

function describe(
  state: CredentialState,
  devices: readonly TestDevice[],
  { userId, deviceDigest }: Describe,
) {
  const device = devices.find((one) => one.userId === userId && one.digest === deviceDigest);
  const known = credentialsOf(state, userId);
  const { password, totp, passkeys = [], passkeyRpId = 'localhost', recoveryCodes = [] } = known;
  const authenticators = [
    ...(totp ? [{ method: 'totp', rpId: '' }] : []),
    ...passkeys.map(() => ({ method: 'passkey', rpId: passkeyRpId })),
  ];
  return {
    hasPassword: password !== undefined,
    authenticators: authenticators.map((one, at) => ({ id: `aut_${at}`, ...one })),
    recoveryCodes: recoveryCodes.length,
    deviceKnown: device !== undefined,
    deviceTrusted: device?.isTrusted ?? false,
  };
}

/** Serves the credentials in the fake's state. */
export function serveCredentials(state: CredentialState, check: () => void): RpcMount {
  const devices: TestDevice[] = [];
  const reported = new Set<string>();
  const answers = <Q, A>(answer: (request: Q) => A) => {
    return async (request: Q): Promise<A> => {
      check();
      return answer(request);
    };
  };
  return serveSomeRpc(
    'platform.identity.v1.Credentials',
    {
      BeginChallenge: answers((request) => beginTestChallenge(state, request)),
      VerifyChallenge: answers((given: Verify) => {
        state.verifications.push(given);
        return verifyTestChallenge(state, given);
      }),
      SetPassword: answers((request) => setPassword(state, request)),
      CheckPassword: answers(({ password }) => checkPassword(password)),
      ReportSignIn: answers(({ token }) => reportSignIn(reported, token)),
      RememberDevice: answers((request) => rememberDevice(devices, request)),
      Describe: answers((request) => describe(state, devices, request)),
    },
    {
      BeginChallenge: ['hub', 'directory'],
      VerifyChallenge: ['hub', 'directory'],
      SetPassword: ['hub'],
      CheckPassword: ['hub'],
      ReportSignIn: ['hub'],
      RememberDevice: ['hub'],
      Describe: ['hub'],
    },
  );
}
