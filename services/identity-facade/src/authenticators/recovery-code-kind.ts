import { randomBytes, createHash } from 'node:crypto';
import type { RequestOrigin } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { enrollmentMs, minuteMs } from '../challenges/challenge-kind.ts';
import type { ChallengeAnswer, ChallengeKind, Proof } from '../challenges/challenge-kind.ts';
import {
  countRecoveryCodes,
  deleteRecoveryCodesOf,
  insertRecoveryCodes,
  useRecoveryCode,
} from './authenticator-store.ts';
import { publishAdded } from './enrollment.ts';

const codeCount = 10;
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten codes of 16 characters, 80 random bits each: `xxxx-xxxx-xxxx-xxxx`. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: codeCount }, () =>
    [...randomBytes(16)]
      .map((byte, i) => `${i > 0 && i % 4 === 0 ? '-' : ''}${alphabet[byte % alphabet.length]}`)
      .join(''),
  );

/** Drops the blanks and capitals that people add. */
const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The stored form of a code. */
const recoveryCodeHash = (userId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId}/${plain(code)}`)
    .digest();

/** Enrolls the codes once the person types one of them, which shows that they are saved. That code stays usable. */
async function enrolled(tx: Tx, answer: ChallengeAnswer): Promise<Proof | undefined> {
  const { challenge, content, response, origin } = answer;
  const { userId } = challenge;
  if (userId === null) return undefined;
  const hashes = (content.recoveryCodes ?? []).map((code) => recoveryCodeHash(userId, code));
  const given = recoveryCodeHash(userId, String(response.code));
  if (!hashes.some((hash) => hash.equals(given))) return undefined;
  await deleteRecoveryCodesOf(tx, userId);
  await insertRecoveryCodes(tx, userId, hashes);
  await publishAdded(tx, userId, { method: 'recovery_code' }, origin);
  return { userId };
}

async function verified(tx: Tx, answer: ChallengeAnswer): Promise<Proof | undefined> {
  const { challenge, response, now } = answer;
  const { userId } = challenge;
  if (userId === null) return undefined;
  const hash = recoveryCodeHash(userId, String(response.code));
  const used = await useRecoveryCode(tx, userId, { hash, now: new Date(now) });
  return used === 1 ? { userId } : undefined;
}

/** Creates recovery codes. They replace earlier ones. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  origin: RequestOrigin,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await deleteRecoveryCodesOf(tx, userId);
  await insertRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryCodeHash(userId, code)),
  );
  await publishAdded(tx, userId, { method: 'recovery_code' }, origin);
  return codes;
}

/** Creates recovery codes for a user without any, since an app is lost with its phone. Existing codes stay. */
export const firstRecoveryCodes = async (
  tx: Tx,
  userId: string,
  origin: RequestOrigin,
): Promise<string[]> =>
  (await countRecoveryCodes(tx, userId)) > 0 ? [] : replaceRecoveryCodes(tx, userId, origin);

/** Recovery codes: ten at a time, each usable once. New codes replace the old ones. */
export const recoveryCodeKind: ChallengeKind = {
  async make(_, { request }) {
    if (request.purpose === 'authenticate')
      return { content: {}, shown: {}, lifetimeMs: 10 * minuteMs };
    const recoveryCodes = newRecoveryCodes();
    return {
      content: { recoveryCodes },
      shown: { recoveryCodes },
      lifetimeMs: enrollmentMs,
    };
  },
  answer: (tx, answer) =>
    answer.challenge.purpose === 'enroll' ? enrolled(tx, answer) : verified(tx, answer),
};
