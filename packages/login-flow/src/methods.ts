import { enrollableMethods } from '@platform/contracts/login-flow';
import type { FactorKind, LoginMethod } from '@platform/contracts';
import { fact } from './factor-set.ts';
import type { FactorSet } from './factor-set.ts';

/** Values of `amr` that methods of the platform state (RFC 8176 §2). Upstream providers can state others. */
export type MethodReference = 'pwd' | 'otp' | 'sms' | 'swk' | 'hwk' | 'pop' | 'user' | 'mfa';

/** The properties of a method. */
export interface MethodRule {
  displayName: string;
  kinds: readonly FactorKind[];
  /** RFC 8176. Empty if the upstream provider states them. */
  amr: readonly MethodReference[];
  restricted: boolean;
  /** Whether it identifies the person, so that no identifier step is needed before it. */
  identifies: boolean;
  /** Whether it can be a second factor. Email is not an out-of-band authenticator (NIST SP 800-63B-4 §3.1.3). */
  canBeSecond: boolean;
  /** Whether the person must have enrolled it; other methods work for everyone. */
  needsEnrollment: boolean;
  /** Every set that one proof can add. */
  proofs: readonly FactorSet[];
}

const { knowledge, possession, inherence, mailbox, federated } = fact;
const { phishingResistant, hardware, upstreamAal2 } = fact;
const key = possession | phishingResistant;
const verifiedKey = key | inherence;

const usual = {
  restricted: false,
  identifies: false,
  canBeSecond: true,
  needsEnrollment: true,
} as const;
const mail = {
  ...usual,
  kinds: ['mailbox'],
  amr: ['otp'],
  canBeSecond: false,
  needsEnrollment: false,
  proofs: [mailbox],
} as const;

/** The rules of every method. */
export const methodRules: Readonly<Record<LoginMethod, MethodRule>> = {
  password: {
    ...usual,
    displayName: 'Password',
    kinds: ['knowledge'],
    amr: ['pwd'],
    proofs: [knowledge],
  },
  totp: {
    ...usual,
    displayName: 'Authenticator app',
    kinds: ['possession'],
    amr: ['otp'],
    proofs: [possession],
  },
  recovery_code: {
    ...usual,
    displayName: 'Recovery code',
    kinds: ['possession'],
    amr: ['otp'],
    proofs: [possession],
  },
  email_code: { ...mail, displayName: 'Code by e-mail' },
  magic_link: { ...mail, displayName: 'Link by e-mail' },
  sms_code: {
    ...usual,
    displayName: 'Code by SMS',
    kinds: ['possession'],
    amr: ['sms', 'otp'],
    restricted: true,
    proofs: [possession],
  },
  passkey: {
    ...usual,
    displayName: 'Passkey',
    kinds: ['possession', 'inherence'],
    amr: ['swk', 'pop', 'user', 'mfa'],
    identifies: true,
    proofs: [verifiedKey, verifiedKey | hardware],
  },
  security_key: {
    ...usual,
    displayName: 'Security key',
    kinds: ['possession'],
    amr: ['hwk', 'pop'],
    proofs: [key, key | hardware],
  },
  social: {
    ...usual,
    displayName: 'Social login',
    kinds: ['federated'],
    amr: [],
    identifies: true,
    canBeSecond: false,
    needsEnrollment: false,
    proofs: [federated],
  },
  federation: {
    ...usual,
    displayName: "The organization's identity provider",
    kinds: ['federated'],
    amr: [],
    identifies: true,
    canBeSecond: false,
    needsEnrollment: false,
    proofs: [federated, federated | upstreamAal2],
  },
};

const unverifiedPasskey: readonly FactorSet[] = [key, key | hardware];

/** The role of a method in a step; enrolling counts as `second`. */
export type MethodRole = 'first' | 'second' | 'any';

/**
 * Every set that a method can add in a role. A passkey without user verification proves possession only: sufficient beside another
 * factor, rejected alone.
 */
export const proofsInRole = (method: LoginMethod, role: MethodRole): readonly FactorSet[] => {
  const { proofs } = methodRules[method];
  return method === 'passkey' && role === 'second' ? [...proofs, ...unverifiedPasskey] : proofs;
};

/** The union of all proofs of these methods. */
export const reachOf = (methods: readonly LoginMethod[]): FactorSet =>
  methods.reduce(
    (reach, method) => methodRules[method].proofs.reduce((set, proof) => set | proof, reach),
    0,
  );

/** Whether a person can enroll the method during a login. */
export const isEnrollable = (method: LoginMethod): boolean =>
  (enrollableMethods as readonly LoginMethod[]).includes(method);
