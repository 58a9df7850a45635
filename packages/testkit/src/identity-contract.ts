import { challengePurposes } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import type { ContractCase } from './sibling-contract.ts';

/** An identity facade, real or fake, with a tenant. */
export interface IdentityWorld {
  tenantId: string;
  /** Client of the facade, with the identity of the hub. */
  hub: RpcPeer;
}

type Credentials = RpcClient<'platform.identity.v1.Credentials'>;
type Begin = Parameters<Credentials['BeginChallenge']>[0];
type Verify = Parameters<Credentials['VerifyChallenge']>[0];
type Mail = Parameters<RpcClient<'platform.identity.v1.Mail'>['Send']>[0];

const credentials = ({ hub }: IdentityWorld) => hub.service('platform.identity.v1.Credentials');
const page = { rpId: 'acme.example.com', origin: 'https://acme.example.com' };
const begin = (world: IdentityWorld, request: Begin) =>
  credentials(world).BeginChallenge({
    tenantId: world.tenantId,
    userId: newId('user'),
    purpose: 'authenticate',
    loginId: 'login-1',
    ...request,
  });
const verify = (world: IdentityWorld, request: Verify) =>
  credentials(world).VerifyChallenge({
    tenantId: world.tenantId,
    loginId: 'login-1',
    responseJson: '{"code":"000000"}',
    ...request,
  });
const rejected = { problem: 'invalid_parameter' };

/** A request that the rules of challenges reject. */
const impossible = (name: string, request: Begin): ContractCase<IdentityWorld> => ({
  name: `a challenge is rejected: ${name}`,
  ask: (world) => begin(world, request),
  answer: rejected,
});

const everyPurpose = ['authenticate', 'enroll', 'verify_contact', 'reset_password'];
const unfitting = Object.entries(challengePurposes).flatMap(([method, fitting]) =>
  everyPurpose
    .filter((purpose) => !(fitting as readonly string[]).includes(purpose))
    .map((purpose) => impossible(`${method} to ${purpose}`, { method, purpose, ...page })),
);

const challenges: ContractCase<IdentityWorld>[] = [
  ...['password', 'social', 'federation', 'sms_code', ''].map((method) =>
    impossible(`method "${method}"`, { method }),
  ),
  ...unfitting,
  impossible('an enrolment of nobody', { method: 'totp', purpose: 'enroll', userId: '' }),
  impossible('a key without a page', { method: 'passkey' }),
  impossible('a link without its page', { method: 'magic_link' }),
  impossible('of nobody', { method: 'totp', userId: '' }),
  {
    name: 'a challenge ends with the next one of the person and purpose',
    async ask(world) {
      const userId = newId('user');
      const { challengeId } = await begin(world, { method: 'totp', userId });
      await begin(world, { method: 'recovery_code', userId });
      return verify(world, { challengeId, method: 'totp' });
    },
    answer: { outcome: 'EXPIRED' },
  },
  {
    name: 'a challenge is answered within its login',
    async ask(world) {
      const { challengeId } = await begin(world, { method: 'totp' });
      return verify(world, { challengeId, method: 'totp', loginId: 'login-2' });
    },
    answer: { outcome: 'EXPIRED' },
  },
  {
    name: 'a challenge is answered by its method',
    async ask(world) {
      const { challengeId } = await begin(world, { method: 'totp' });
      return verify(world, { challengeId, method: 'recovery_code' });
    },
    answer: { outcome: 'EXPIRED' },
  },
  {
    name: 'an answer is a JSON object',
    ask: (world) => verify(world, { method: 'totp', responseJson: '[]' }),
    answer: rejected,
  },
];

const setPassword = (world: IdentityWorld, userId: string, password: string) =>
  credentials(world).SetPassword({ tenantId: world.tenantId, userId, password });

const passwords: ContractCase<IdentityWorld>[] = [
  {
    name: 'a password is set for somebody',
    ask: (world) => setPassword(world, '', 'correct horse battery staple'),
    answer: rejected,
  },
  {
    name: 'a short password is not set',
    ask: (world) => setPassword(world, newId('user'), 'short'),
    answer: { problem: 'invalid_state', errors: ['password_too_short'] },
  },
  {
    name: 'a common password is not set',
    ask: (world) => setPassword(world, newId('user'), 'password1password1'.slice(0, 9)),
    answer: { problem: 'invalid_state' },
  },
  {
    name: 'a browser is remembered by a digest',
    ask: (world) =>
      credentials(world).RememberDevice({
        tenantId: world.tenantId,
        userId: newId('user'),
        deviceDigest: 'cookie',
      }),
    answer: rejected,
  },
  {
    name: 'a person without credentials has none',
    ask: ({ tenantId, ...world }) =>
      credentials({ tenantId, ...world }).Describe({ tenantId, userId: newId('user') }),
    answer: { hasPassword: false, authenticators: [], recoveryCodes: 0, deviceKnown: false },
  },
];

const letter = (name: string, order: Mail): ContractCase<IdentityWorld> => ({
  name: `a mail is rejected: ${name}`,
  ask: ({ hub, tenantId }) =>
    hub.service('platform.identity.v1.Mail').Send({
      tenantId,
      idempotencyKey: newId('request'),
      type: 'sign_in_code',
      to: 'ada@example.com',
      code: '123456',
      ...order,
    }),
  answer: rejected,
});

const mails: ContractCase<IdentityWorld>[] = [
  letter('an unknown type', { type: 'greeting' }),
  letter('several recipients', { to: 'ada@example.com,eve@example.com' }),
  letter('a variable that its type does not have', { variables: { 'inviter.displayName': 'Eve' } }),
  letter('a variable of several lines', { variables: { 'user.displayName': 'Eve\nAda' } }),
  letter('no code', { code: '' }),
  letter('an idempotency key with a space', { idempotencyKey: 'mail 1' }),
];

/** Behavior of the identity facade that the hub and the directory rely on. */
export const identityContract: readonly ContractCase<IdentityWorld>[] = [
  ...challenges,
  ...passwords,
  ...mails,
];
