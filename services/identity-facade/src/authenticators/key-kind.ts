import { createHmac } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { enrollmentMs, minuteMs } from '../challenges/challenge-kind.ts';
import type {
  ChallengeAnswer,
  ChallengeDraft,
  ChallengeKind,
  Proof,
} from '../challenges/challenge-kind.ts';
import type { ProvesHardware } from './attestation-roots.ts';
import { listAuthenticators, lockByCredentialId, updateSignCount } from './authenticator-store.ts';
import { addAuthenticator } from './enrollment.ts';
import {
  authenticationOptions,
  registrationOptions,
  verifiedAssertion,
  verifiedRegistration,
} from './webauthn.ts';

export interface KeyOptions {
  siteName: (tenantId: string) => Promise<string>;
  /** Derives key ids for users without keys. */
  decoyKey: Buffer;
  provesHardware: ProvesHardware;
  /** Whether passkeys are asked for an attestation, as security keys are. */
  attestsPasskeys: boolean;
}

const labels = { passkey: 'Passkey', security_key: 'Security key' };

/** Passkeys and security keys (WebAuthn Level 3). */
export function keyKind(
  method: 'passkey' | 'security_key',
  { siteName, decoyKey, provesHardware, attestsPasskeys }: KeyOptions,
): ChallengeKind {
  const decoyId = (subject: string): string =>
    createHmac('sha256', decoyKey).update(`${method}/${subject}`).digest('base64url');

  const keysOf = async (tx: Tx, userId: string) =>
    (await listAuthenticators(tx, userId)).filter((key) => key.method === method);

  async function creation(tx: Tx, { request }: ChallengeDraft) {
    const { userId, identifier } = request;
    const name = identifier || userId;
    const owner = { userId, name, siteName: await siteName(tx.context.tenantId) };
    const wantsAttestation = method === 'security_key' || attestsPasskeys;
    const keys = await keysOf(tx, userId);
    return registrationOptions(method, request, { owner, keys, wantsAttestation });
  }

  /** A user without keys gets a decoy: the page must look the same. */
  async function assertion(tx: Tx, { request, subject, isDecoy }: ChallengeDraft) {
    const keys = isDecoy || subject === '' ? [] : await keysOf(tx, request.userId);
    const options = await authenticationOptions(method, request, keys);
    const hasNone = (options.allowCredentials ?? []).length === 0;
    if (subject === '' || !hasNone) return options;
    return { ...options, allowCredentials: [{ id: decoyId(subject), type: 'public-key' }] };
  }

  async function enrolled(tx: Tx, answer: ChallengeAnswer): Promise<Proof | undefined> {
    const { challenge, content, response, label, origin, now } = answer;
    const { userId } = challenge;
    if (userId === null || !content.webauthn) return undefined;
    const found = await verifiedRegistration(response, content.webauthn, provesHardware);
    if (!found) return undefined;
    const { userVerified, isHardware, ...key } = found;
    const id = newId('authenticator');
    const made = {
      ...key,
      userId,
      id,
      method,
      label: label || labels[method],
      rpId: content.webauthn.rpId,
      isHardware,
      createdAt: new Date(now),
    };
    const isNew = await addAuthenticator(tx, made, origin);
    const evidence = { userVerified, hardwareProtected: isHardware };
    return isNew ? { userId, authenticatorId: id, evidence } : undefined;
  }

  async function verified(tx: Tx, answer: ChallengeAnswer): Promise<Proof | undefined> {
    const { challenge, content, response, now } = answer;
    if (!content.webauthn || typeof response.id !== 'string') return undefined;
    const key = await lockByCredentialId(tx, response.id);
    const isExpected =
      key?.method === method && (challenge.subject === null || key.userId === challenge.userId);
    if (!key || !isExpected) return undefined;
    const found = await verifiedAssertion(response, content.webauthn, key);
    if (!found) return undefined;
    await updateSignCount(tx, key, { signCount: found.signCount, now: new Date(now) });
    const evidence = { userVerified: found.userVerified, hardwareProtected: key.isHardware };
    return { userId: key.userId, authenticatorId: key.id, evidence };
  }

  return {
    async make(tx, draft) {
      const { rpId, origin, purpose } = draft.request;
      if (rpId === '' || !URL.canParse(origin))
        throw problem('invalid_parameter', { detail: 'rp_id and origin are required for a key' });
      const isEnrollment = purpose === 'enroll';
      const options = isEnrollment ? await creation(tx, draft) : await assertion(tx, draft);
      return {
        content: { webauthn: { challenge: options.challenge, rpId, origin } },
        shown: options,
        lifetimeMs: isEnrollment ? enrollmentMs : 10 * minuteMs,
      };
    },
    answer: (tx, answer) =>
      answer.challenge.purpose === 'enroll' ? enrolled(tx, answer) : verified(tx, answer),
  };
}
