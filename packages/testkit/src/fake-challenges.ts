import { randomBytes, randomInt } from 'node:crypto';
import { isChallengePurpose } from '@platform/contracts';
import type { RpcHandlers } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

type Handlers = RpcHandlers<'platform.identity.v1.Credentials'>;
type Begin = Parameters<Handlers['BeginChallenge']>[0];
/** An answer to a challenge, or a password to verify. */
export type Verify = Parameters<Handlers['VerifyChallenge']>[0];
/** A new password. */
export type SetPassword = Parameters<Handlers['SetPassword']>[0];

/** A person's credentials. */
export interface TestCredentials {
  password?: string;
  mustChange?: boolean;
  /** The code that the authenticator app always shows. */
  totp?: string;
  passkeys?: string[];
  /** Domain of the passkeys; default `localhost`. */
  passkeyRpId?: string;
  recoveryCodes?: string[];
}

/** A started challenge. */
export interface TestChallenge extends Begin {
  id: string;
  code: string;
  challenge: string;
  isOpen: boolean;
}

/** The fake's state of people and challenges. */
export interface CredentialState {
  readonly people: Map<string, TestCredentials>;
  /** Locked people, with the remaining milliseconds. */
  readonly locked: Map<string, number>;
  readonly challenges: TestChallenge[];
  readonly verifications: Verify[];
  readonly passwordsSet: SetPassword[];
  /** Whether the limit of emails per address is reached. */
  areMailsLimited: boolean;
}

/** Returns a person's credentials; empty for an unknown person. */
export const credentialsOf = ({ people }: CredentialState, userId: string): TestCredentials =>
  people.get(userId) ?? {};

const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, (_, i) => `k7vq${i}-m2xw${i}`);

const userIdIn = (challenge: TestChallenge | undefined, given: Verify): string =>
  challenge?.userId || given.userId;

/** Returns the challenge that the browser answered, from its signed client data. */
const answered = (response: { response?: { clientDataJSON?: string } }): string => {
  const json = Buffer.from(response.response?.clientDataJSON ?? '', 'base64url').toString();
  return json === '' ? '' : (JSON.parse(json) as { challenge: string }).challenge;
};

const success = (userId: string, factorKinds: string[], more: object = {}) => ({
  outcome: 'SUCCESS' as const,
  userId,
  factorKinds,
  ...more,
});
const failure = { outcome: 'FAILURE' as const };

function passkeyOptions({ challenge, purpose, rpId, userId }: TestChallenge): object {
  const common = { challenge, timeout: 300_000 };
  if (purpose !== 'enroll') return { ...common, rpId, userVerification: 'required' };
  return {
    ...common,
    rp: { id: rpId, name: 'Acme' },
    user: {
      id: Buffer.from(userId).toString('base64url'),
      name: 'ada@example.com',
      displayName: 'Ada Lovelace',
    },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  };
}

/** Returns the part of a challenge that is sent to the page. */
function shownOf(challenge: TestChallenge): object {
  const { method, purpose } = challenge;
  if (method === 'recovery_code' && purpose === 'enroll')
    return { recoveryCodes: newRecoveryCodes() };
  if (method === 'totp') return { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' };
  return method === 'passkey' ? passkeyOptions(challenge) : {};
}

const refuse = (detail: string) => problem('invalid_parameter', { detail });

/** Returns the person that a challenge is for; empty if a passkey determines it. */
const personOf = ({ userId, identifier, email }: Begin): string =>
  userId || (identifier || email).toLowerCase();

/** Validates like the identity facade: a hub under test must not send what it rejects. */
function requireChallenge(request: Begin): void {
  const { method, purpose, userId, linkUrl, rpId, origin } = request;
  if (!isChallengePurpose(method, purpose)) throw refuse(`${method} is not for ${purpose}`);
  if (purpose === 'enroll' && userId === '') throw refuse('user_id is required to enroll');
  if (method === 'magic_link' && !URL.canParse(linkUrl)) throw refuse('link_url is required');
  const isKey = method === 'passkey' || method === 'security_key';
  if (isKey && (rpId === '' || !URL.canParse(origin))) throw refuse('a key needs a page');
  if (personOf(request) === '' && method !== 'passkey') throw refuse('nobody is named');
}

/** A person has one challenge per purpose: a new one ends the previous one. */
function endFormer(challenges: readonly TestChallenge[], request: Begin): void {
  const person = personOf(request);
  const { tenantId, purpose } = request;
  for (const one of challenges)
    if (person !== '' && one.tenantId === tenantId && one.purpose === purpose)
      one.isOpen &&= personOf(one) !== person;
}

/** Starts a challenge. */
export function beginTestChallenge(
  { challenges, areMailsLimited }: CredentialState,
  request: Begin,
) {
  requireChallenge(request);
  if (areMailsLimited && ['email_code', 'magic_link'].includes(request.method))
    throw problem('rate_limited');
  const challenge: TestChallenge = {
    ...request,
    id: `chl_${challenges.length}`,
    code: String(randomInt(100_000, 1_000_000)),
    challenge: randomBytes(32).toString('base64url'),
    isOpen: true,
  };
  endFormer(challenges, request);
  challenges.push(challenge);
  return {
    challengeId: challenge.id,
    publicJson: JSON.stringify(shownOf(challenge)),
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
  };
}

function verifyPasskey(state: CredentialState, challenge: TestChallenge, { responseJson }: Verify) {
  const response = JSON.parse(responseJson) as { id: string; response?: object };
  if (answered(response) !== challenge.challenge) return failure;
  if (challenge.purpose === 'enroll') {
    const known = credentialsOf(state, challenge.userId);
    const passkeys = [...(known.passkeys ?? []), response.id];
    state.people.set(challenge.userId, { ...known, passkeys });
    return success(challenge.userId, ['possession', 'inherence']);
  }
  const owner = [...state.people].find(([, { passkeys }]) => passkeys?.includes(response.id))?.[0];
  return owner === undefined ? failure : success(owner, ['possession', 'inherence']);
}

function verifyTotp(
  state: CredentialState,
  challenge: TestChallenge | undefined,
  userId: string,
  code: string | undefined,
) {
  const known = credentialsOf(state, userId);
  if (challenge?.purpose === 'enroll') {
    if (code !== '246802') return failure;
    state.people.set(userId, { ...known, totp: code });
    const recoveryCodes = known.recoveryCodes ? [] : newRecoveryCodes();
    return success(userId, ['possession'], { recoveryCodes });
  }
  return challenge && code === known.totp ? success(userId, ['possession']) : failure;
}

function verifyRecoveryCode(
  state: CredentialState,
  { purpose }: TestChallenge,
  userId: string,
  code: string | undefined,
) {
  if (purpose === 'enroll')
    return code === 'k7vq0m2xw0' ? success(userId, ['possession']) : failure;
  const known = credentialsOf(state, userId);
  const { recoveryCodes = [] } = known;
  const left = recoveryCodes.filter((one) => one.replaceAll('-', '') !== code);
  if (left.length === recoveryCodes.length) return failure;
  state.people.set(userId, { ...known, recoveryCodes: left });
  return success(userId, ['possession']);
}

/** Verifies a code, or the token of a link, that was emailed. */
function verifyMailed(challenge: TestChallenge, userId: string, answer: string | undefined) {
  const isKnown = userId !== '' || challenge.purpose === 'verify_contact';
  if (!isKnown || challenge.code !== answer) return failure;
  return success(userId, ['mailbox']);
}

function verifyPassword(state: CredentialState, userId: string, responseJson: string) {
  const { password, mustChange } = credentialsOf(state, userId);
  const sent = (JSON.parse(responseJson) as { password: string }).password;
  if (password === undefined || sent !== password) return failure;
  const outcome = mustChange ? ('MUST_CHANGE' as const) : ('SUCCESS' as const);
  return { ...success(userId, ['knowledge']), outcome };
}

function verifyMethod(state: CredentialState, challenge: TestChallenge | undefined, given: Verify) {
  const { method, responseJson } = given;
  const userId = userIdIn(challenge, given);
  if (method === 'password') return verifyPassword(state, userId, responseJson);
  if (method === 'passkey') return challenge ? verifyPasskey(state, challenge, given) : failure;
  const { code, token } = JSON.parse(responseJson) as { code?: string; token?: string };
  if (method === 'totp') return verifyTotp(state, challenge, userId, code);
  if (!challenge) return failure;
  if (method === 'recovery_code') return verifyRecoveryCode(state, challenge, userId, code);
  return verifyMailed(challenge, userId, code ?? token);
}

/** Finds the challenge that is answered, by its method and within its login. */
const challengeOf = ({ challenges }: CredentialState, given: Verify): TestChallenge | undefined =>
  challenges.find(
    ({ id, tenantId, method, loginId }) =>
      id === given.challengeId &&
      tenantId === given.tenantId &&
      method === given.method &&
      loginId === given.loginId,
  );

/** Verifies an answer to a challenge. */
export function verifyTestChallenge(state: CredentialState, given: Verify) {
  if (Array.isArray(JSON.parse(given.responseJson))) throw refuse('response_json is an object');
  const challenge = challengeOf(state, given);
  const retryAfterMs = state.locked.get(userIdIn(challenge, given));
  if (retryAfterMs !== undefined) return { outcome: 'LOCKED' as const, retryAfterMs };
  if (given.method !== 'password' && !challenge?.isOpen) return { outcome: 'EXPIRED' as const };
  const verdict = verifyMethod(state, challenge, given);
  if (challenge && verdict.outcome === 'SUCCESS') challenge.isOpen = false;
  return verdict;
}
