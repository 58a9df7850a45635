import { randomBytes, randomInt } from 'node:crypto';
import { serveSomeRpc } from '@platform/kit/grpc';
import type { RpcHandlers } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { CompleteSocialResponse } from '@platform/protos';
import { testMailbox } from './fake-mailbox.ts';
import type { TestMailbox } from './fake-mailbox.ts';
import { startSibling } from './fake-sibling.ts';
import type { TestCluster, TestSibling } from './fake-sibling.ts';

type Handlers = RpcHandlers<'platform.identity.v1.Credentials'>;
type Begin = Parameters<Handlers['BeginChallenge']>[0];
type Verify = Parameters<Handlers['VerifyChallenge']>[0];

/** What a person can sign in with. */
export interface TestCredentials {
  password?: string;
  mustChange?: boolean;
  /** The code that the authenticator app shows at any time. */
  totp?: string;
  passkeys?: string[];
  recoveryCodes?: string[];
}

/** The experience that logins of a client get. */
export interface TestExperience {
  definition: object;
  look?: object;
  connectors?: { provider: string; displayName: string; iconUrl: string }[];
  version?: number;
  locale?: string;
  /** Page texts of the tenant. */
  texts?: Record<string, string>;
  themePath?: string;
}

interface Challenge extends Begin {
  id: string;
  code: string;
  challenge: string;
  isOpen: boolean;
}

interface TestDevice {
  userId: string;
  digest: string;
  isTrusted: boolean;
  isNew: boolean;
  /** The login that made it known. */
  loginId: string;
}

/** A stub of the identity facade: experiences, and credentials that it was told of. */
export interface TestIdentity extends TestSibling, TestMailbox {
  setExperience(clientId: string, experience: TestExperience): void;
  /** Serves a tenant's pages at a login domain. */
  setDomain(host: string, domain: { tenantId: string; passkeyRpId: string }): void;
  /** A file of a tenant by the digest of its content. */
  setAsset(tenantId: string, sha256: string, asset: { contentType: string; content: Buffer }): void;
  setCredentials(userId: string, credentials: TestCredentials): void;
  credentialsOf(userId: string): TestCredentials;
  /** Answers `LOCKED` to the next attempts of a person, for so long. */
  lock(userId: string, retryAfterMs: number): void;
  /** What the social provider answers to this code; the state is filled in by the hub's own. */
  setSocialAnswer(code: string, answer: CompleteSocialResponse): void;
  /** Identities that were linked: to whom, by the state of the sign-in. */
  linked: { state: string; userId: string }[];
  /** Challenges that were begun, in order. Codes of mails are in them. */
  challenges: Challenge[];
}

const userIdIn = (challenge: Challenge | undefined, given: Verify): string =>
  challenge?.userId || given.userId;

/** What the browser answered to: the challenge inside its signed client data. */
const answered = (response: { response?: { clientDataJSON?: string } }): string => {
  const json = Buffer.from(response.response?.clientDataJSON ?? '', 'base64url').toString();
  return json === '' ? '' : (JSON.parse(json) as { challenge: string }).challenge;
};

/** Starts {@link TestIdentity}. Passwords shorter than 8 characters and `password1` are refused. */
export async function startTestIdentity(cluster: TestCluster): Promise<TestIdentity> {
  const experiences = new Map<string, TestExperience>();
  const people = new Map<string, TestCredentials>();
  const domains = new Map<string, { tenantId: string; passkeyRpId: string }>();
  const assets = new Map<string, { contentType: string; content: Buffer }>();
  const locked = new Map<string, number>();
  const challenges: Challenge[] = [];
  const devices: TestDevice[] = [];
  const credentialsOf = (userId: string): TestCredentials => people.get(userId) ?? {};

  function shown(challenge: Challenge): object {
    const { method, purpose, rpId, userId } = challenge;
    if (method === 'recovery_code' && purpose === 'enroll')
      return { recoveryCodes: Array.from({ length: 10 }, (_, i) => `k7vq${i}-m2xw${i}`) };
    if (method === 'totp') return { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' };
    if (method !== 'passkey') return {};
    const common = { challenge: challenge.challenge, timeout: 300_000 };
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

  const success = (userId: string, factorKinds: string[], more: object = {}) => ({
    outcome: 'SUCCESS' as const,
    userId,
    factorKinds,
    ...more,
  });
  const failure = { outcome: 'FAILURE' as const };

  function verifyPasskey(challenge: Challenge, { responseJson }: Verify) {
    const response = JSON.parse(responseJson) as { id: string; response?: object };
    if (answered(response) !== challenge.challenge) return failure;
    if (challenge.purpose === 'enroll') {
      const known = credentialsOf(challenge.userId);
      const passkeys = [...(known.passkeys ?? []), response.id];
      people.set(challenge.userId, { ...known, passkeys });
      return success(challenge.userId, ['possession', 'inherence']);
    }
    const owner = [...people].find(([, { passkeys }]) => passkeys?.includes(response.id))?.[0];
    return owner === undefined ? failure : success(owner, ['possession', 'inherence']);
  }

  function verifyCode(challenge: Challenge | undefined, given: Verify) {
    const { method } = given;
    const userId = userIdIn(challenge, given);
    const known = credentialsOf(userId);
    const { code, token } = JSON.parse(given.responseJson) as { code?: string; token?: string };
    if (method === 'totp' && challenge?.purpose === 'enroll') {
      if (code !== '246802') return failure;
      people.set(userId, { ...known, totp: code });
      return success(userId, ['possession'], { recoveryCodes: known.recoveryCodes ? [] : made() });
    }
    if (!challenge) return failure;
    if (method === 'totp') return code === known.totp ? success(userId, ['possession']) : failure;
    if (method === 'recovery_code') {
      if (challenge?.purpose === 'enroll')
        return code === 'k7vq0-m2xw0' ? success(userId, ['possession']) : failure;
      const bare = (known.recoveryCodes ?? []).map((one) => one.replaceAll('-', ''));
      return bare.includes(code ?? '') ? success(userId, ['possession']) : failure;
    }
    const isKnown = userId !== '' || challenge?.purpose === 'verify_contact';
    const isRight = isKnown && challenge?.code === (code ?? token);
    if (isRight && challenge) challenge.isOpen = false;
    return isRight ? success(userId, ['mailbox']) : failure;
  }

  const made = (): string[] => Array.from({ length: 10 }, (_, i) => `k7vq${i}-m2xw${i}`);

  const socialAnswers = new Map<string, CompleteSocialResponse>();
  const socialByState = new Map<string, CompleteSocialResponse>();
  const linked: { state: string; userId: string }[] = [];
  const mailbox = testMailbox();
  const sibling = await startSibling(cluster, 'identity-facade', (check) => [
    serveSomeRpc(
      'platform.identity.v1.LoginExperience',
      {
        async ResolveLogin({ clientId, uiLocales, acceptLanguage }) {
          check();
          const found = experiences.get(clientId) ?? experiences.get('');
          if (!found) throw problem('not_found');
          const wanted = uiLocales[0] ?? acceptLanguage.split(/[,;]/)[0];
          return {
            etag: JSON.stringify(found).length.toString(36),
            version: found.version ?? 1,
            activationSequence: 1,
            entrypoint: 'default',
            definitionJson: JSON.stringify(found.definition),
            brandingJson: JSON.stringify({
              displayName: 'Acme',
              logoPath: null,
              logoDarkPath: null,
              themeMode: 'auto',
              layout: 'centered',
              links: {
                privacyPolicyUrl: 'https://example.com/privacy',
                termsUrl: 'https://example.com/terms',
              },
              ...found.look,
            }),
            connectors: found.connectors ?? [],
            locale: found.locale ?? wanted ?? 'en',
            textsJson: JSON.stringify(found.texts ?? {}),
            themePath: found.themePath ?? '',
            passwordMinLength: 8,
          };
        },
        async ResolveHost({ host }) {
          check();
          const found = domains.get(host);
          if (!found) throw problem('not_found');
          return { ...found, domain: host };
        },
        async GetAsset({ tenantId, sha256 }) {
          check();
          const found = assets.get(`${tenantId} ${sha256}`);
          if (!found) throw problem('not_found');
          return found;
        },
      },
      { ResolveLogin: ['hub'], ResolveHost: ['hub'], GetAsset: ['hub'] },
    ),
    serveSomeRpc(
      'platform.identity.v1.Credentials',
      {
        async BeginChallenge(request) {
          check();
          const challenge: Challenge = {
            ...request,
            id: `chl_${challenges.length}`,
            code: String(randomInt(100_000, 1_000_000)),
            challenge: randomBytes(32).toString('base64url'),
            isOpen: true,
          };
          challenges.push(challenge);
          return { challengeId: challenge.id, publicJson: JSON.stringify(shown(challenge)) };
        },
        async VerifyChallenge(given) {
          check();
          const challenge = challenges.find(({ id }) => id === given.challengeId);
          const userId = userIdIn(challenge, given);
          const retryAfterMs = locked.get(userId);
          if (retryAfterMs !== undefined) return { ...failure, outcome: 'LOCKED', retryAfterMs };
          if (given.challengeId !== '' && !challenge?.isOpen)
            return { ...failure, outcome: 'EXPIRED' };
          if (given.method === 'passkey')
            return challenge ? verifyPasskey(challenge, given) : failure;
          if (given.method !== 'password') return verifyCode(challenge, given);
          const { password, mustChange } = credentialsOf(userId);
          const sent = (JSON.parse(given.responseJson) as { password: string }).password;
          if (password === undefined || sent !== password) return failure;
          return {
            ...success(userId, ['knowledge']),
            outcome: mustChange ? 'MUST_CHANGE' : 'SUCCESS',
          };
        },
        async SetPassword({ userId, password = '' }) {
          check();
          const code = password.length < 8 ? 'password_too_short' : 'password_blocked';
          if (password.length < 8 || password === 'password1')
            throw problem('validation_failed', {
              errors: [{ pointer: '/password', code, detail: 'cannot be used' }],
            } as never);
          people.set(userId, { ...credentialsOf(userId), password, mustChange: false });
          return { setAt: new Date().toISOString() };
        },
        async RememberDevice({ userId, deviceDigest, formerDigest, loginId, trustedSeconds }) {
          check();
          for (const device of devices)
            if (formerDigest !== '' && device.digest === formerDigest) device.digest = deviceDigest;
          const own = devices.filter((device) => device.userId === userId);
          const known = own.find(({ digest }) => digest === deviceDigest);
          if (known) known.isTrusted ||= trustedSeconds > 0;
          else
            devices.push({
              userId,
              digest: deviceDigest,
              isTrusted: trustedSeconds > 0,
              isNew: own.length > 0,
              loginId,
            });
          const { isNew, loginId: first } = known ?? (devices.at(-1) as TestDevice);
          return { isNew: isNew && first === loginId };
        },
        async Describe({ userId, deviceDigest }) {
          check();
          const device = devices.find(
            (one) => one.userId === userId && one.digest === deviceDigest,
          );
          const { password, totp, passkeys = [], recoveryCodes = [] } = credentialsOf(userId);
          const methods = [...(totp ? ['totp'] : []), ...passkeys.map(() => 'passkey')];
          return {
            hasPassword: password !== undefined,
            authenticators: methods.map((method, at) => ({ id: `aut_${at}`, method })),
            recoveryCodes: recoveryCodes.length,
            deviceKnown: device !== undefined,
            deviceTrusted: device?.isTrusted ?? false,
          };
        },
      },
      {
        BeginChallenge: ['hub'],
        VerifyChallenge: ['hub'],
        SetPassword: ['hub'],
        RememberDevice: ['hub'],
        Describe: ['hub'],
      },
    ),
    serveSomeRpc(
      'platform.identity.v1.Social',
      {
        async Begin({ provider, loginId, redirectUri }) {
          check();
          const state = `${loginId}.${randomBytes(16).toString('base64url')}`;
          const url = new URL(`https://${provider}.example.com/authorize`);
          url.searchParams.set('state', state);
          url.searchParams.set('redirect_uri', redirectUri);
          return { authorizationUrl: url.href, state };
        },
        async Complete({ state, code, userId, error }) {
          check();
          if (userId !== '') {
            linked.push({ state, userId });
            return { outcome: 'LINKED', linkedUserId: userId };
          }
          if (error !== '') return { outcome: 'REFUSED', reason: 'access_denied' };
          const answer = socialByState.get(state) ?? socialAnswers.get(code);
          if (!answer) return { outcome: 'REFUSED', reason: 'response_invalid' };
          socialByState.set(state, answer);
          return { outcome: 'IDENTIFIED', signUpAllowed: true, ...answer };
        },
      },
      { Begin: ['hub'], Complete: ['hub'] },
    ),
    mailbox.mount(check),
  ]);
  return {
    ...sibling,
    mails: mailbox.mails,
    asked: mailbox.asked,
    challenges,
    linked,
    setSocialAnswer: (code, answer) => void socialAnswers.set(code, answer),
    credentialsOf,
    setExperience: (clientId, experience) => void experiences.set(clientId, experience),
    setDomain: (host, domain) => void domains.set(host, domain),
    setAsset: (tenantId, sha256, asset) => void assets.set(`${tenantId} ${sha256}`, asset),
    setCredentials: (userId, credentials) => void people.set(userId, credentials),
    lock: (userId, retryAfterMs) => void locked.set(userId, retryAfterMs),
  };
}
