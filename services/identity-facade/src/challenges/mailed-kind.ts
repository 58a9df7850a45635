import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { emailTypes } from '@platform/contracts';
import type { ChallengePurpose, EmailTypeName } from '@platform/contracts';
import type { QueueMail } from '../mail/mail-queue.ts';
import type { ChallengeDraft, ChallengeKind } from './challenge-kind.ts';
import { originVariables } from '../mail/mail-origin.ts';
import { minuteMs } from './challenge-kind.ts';
import { maskedAddress } from './masked-address.ts';

type MailedPurpose = Exclude<ChallengePurpose, 'enroll'>;

const mails: Record<'email_code' | 'magic_link', Record<MailedPurpose, EmailTypeName>> = {
  email_code: {
    authenticate: 'sign_in_code',
    verify_contact: 'verify_email_code',
    reset_password: 'password_reset_code',
  },
  magic_link: {
    authenticate: 'magic_link',
    verify_contact: 'verify_email',
    reset_password: 'password_reset',
  },
};

const isEqual = (given: unknown, expected: string | undefined): boolean => {
  if (typeof given !== 'string' || expected === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The URL of a page with a button: mail scanners follow links, so only its POST redeems. */
function linkOf(linkUrl: string, id: string, token: string): string {
  const url = new URL(linkUrl);
  url.searchParams.set('challenge', id);
  url.searchParams.set('token', token);
  return url.href;
}

const secretOf = {
  email_code: () => String(randomInt(1_000_000)).padStart(6, '0'),
  magic_link: () => randomBytes(32).toString('base64url'),
};

/** Codes and links by email. A decoy does the same work but sends nothing. */
export const mailedKind = (
  method: 'email_code' | 'magic_link',
  { queueMail }: { queueMail: QueueMail },
): ChallengeKind => ({
  async make(tx, { id, request, address, isDecoy, now }: ChallengeDraft) {
    const type = mails[method][request.purpose as MailedPurpose];
    const lifetimeMs = 1_000 * (emailTypes[type].lifetimeSeconds ?? (10 * minuteMs) / 1_000);
    const secret = secretOf[method]();
    const isLink = method === 'magic_link';
    await queueMail(
      tx,
      {
        type,
        to: address,
        locales: request.locales,
        variables: originVariables({ ...request, at: new Date(now) }),
        code: isLink ? '' : secret,
        linkUrl: isLink ? linkOf(request.linkUrl, id, secret) : '',
        expiresAt: new Date(now + lifetimeMs).toISOString(),
        userId: request.userId,
        clientId: request.clientId,
        organizationId: '',
      },
      { isRehearsal: isDecoy },
    );
    return {
      content: { code: secret, email: address },
      shown: { maskedEmail: maskedAddress(address) },
      lifetimeMs,
    };
  },

  async answer(_, { challenge, content, response }) {
    const given = method === 'magic_link' ? response.token : response.code;
    return isEqual(given, content.code)
      ? { userId: challenge.userId, verifiedEmail: content.email }
      : undefined;
  },
});
