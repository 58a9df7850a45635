import { randomBytes } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { Secret, TOTP } from 'otpauth';
import { enrollmentMs, minuteMs } from '../challenges/challenge-kind.ts';
import type { ChallengeAnswer, ChallengeKind, Proof } from '../challenges/challenge-kind.ts';
import { listAuthenticators, useTotpStep } from './authenticator-store.ts';
import { addAuthenticator } from './enrollment.ts';
import { firstRecoveryCodes } from './recovery-code-kind.ts';
import type { TotpSeals } from './totp-secrets.ts';

const periodSeconds = 30;

const totp = (secret: Secret, label = '', issuer = ''): TOTP =>
  new TOTP({ secret, label, issuer, algorithm: 'SHA1', digits: 6, period: periodSeconds });

/** A new secret of 160 bits (RFC 4226 §4), in base32. */
const newTotpSecret = (): string =>
  new Secret({ buffer: Uint8Array.from(randomBytes(20)).buffer }).base32;

/** The URI in the QR code for authenticator apps. */
const totpUri = (secret: string, { label, issuer }: { label: string; issuer: string }): string =>
  totp(Secret.fromBase32(secret), label, issuer).toString();

/** The time step of a code, at most one away from now (RFC 6238 §5.2); undefined for a wrong code. */
function totpStep(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totp(Secret.fromBase32(secret)).validate({
    token: code,
    timestamp: now,
    window: 1,
  });
  return delta === null ? undefined : Math.floor(now / 1_000 / periodSeconds) + delta;
}

/** Codes of authenticator apps. */
export function totpKind({
  seals,
  siteName,
}: {
  seals: TotpSeals;
  siteName: (tenantId: string) => Promise<string>;
}): ChallengeKind {
  async function enrolled(tx: Tx, answer: ChallengeAnswer): Promise<Proof | undefined> {
    const { challenge, content, response, label, origin, now } = answer;
    const { userId } = challenge;
    const secret = content.totpSecret;
    if (userId === null || secret === undefined) return undefined;
    const step = totpStep(secret, String(response.code), now);
    if (step === undefined) return undefined;
    const id = newId('authenticator');
    const place = { tenantId: tx.context.tenantId, userId, id };
    const createdAt = new Date(now);
    const totpSecret = seals.seal(place, secret);
    const named = { method: 'totp' as const, label: label || 'Authenticator app' };
    await addAuthenticator(tx, { ...named, userId, id, totpSecret, createdAt }, origin);
    await useTotpStep(tx, { userId, id }, { step, now: createdAt });
    const recoveryCodes = await firstRecoveryCodes(tx, userId, origin);
    return { userId, authenticatorId: id, recoveryCodes };
  }

  async function verified(tx: Tx, answer: ChallengeAnswer): Promise<Proof | undefined> {
    const { challenge, response, now } = answer;
    const { userId } = challenge;
    if (userId === null) return undefined;
    for (const { id, totpSecret } of await listAuthenticators(tx, userId)) {
      if (totpSecret === null) continue;
      const secret = seals.open({ tenantId: tx.context.tenantId, userId, id }, totpSecret);
      const step = totpStep(secret, String(response.code), now);
      if (step === undefined) continue;
      if ((await useTotpStep(tx, { userId, id }, { step, now: new Date(now) })) === 1)
        return { userId, authenticatorId: id };
    }
    return undefined;
  }

  return {
    async make(tx, { request }) {
      if (request.purpose === 'authenticate')
        return { content: {}, shown: {}, lifetimeMs: 10 * minuteMs };
      const secret = newTotpSecret();
      const issuer = await siteName(tx.context.tenantId);
      const uri = totpUri(secret, { label: request.identifier || request.userId, issuer });
      return {
        content: { totpSecret: secret },
        shown: { secret, uri },
        lifetimeMs: enrollmentMs,
      };
    },
    answer: (tx, answer) =>
      answer.challenge.purpose === 'enroll' ? enrolled(tx, answer) : verified(tx, answer),
  };
}
