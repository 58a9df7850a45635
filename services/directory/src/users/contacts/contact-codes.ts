import type { RequestContext } from '@platform/kit/http';
import type { RpcPeer } from '@platform/kit/grpc';
import { invalid, problem } from '@platform/kit/problem';
import type { UserRecord } from '../user-record.ts';
import type { PendingEmail } from './pending-email-store.ts';

type Asking = Pick<RequestContext, 'principal' | 'request'>;

/** A code that was sent. */
export interface SentCode {
  challengeId: string;
  expiresAt: Date;
}

/** Sends codes to addresses, and verifies them. The identity service keeps them and limits both. */
export interface ContactCodes {
  /** @throws 429 if too many codes were sent to the address */
  send(asking: Asking, user: UserRecord, contact: { id: string; email: string }): Promise<SentCode>;
  /** @throws 422 for a wrong code, 409 for an expired one, 429 after too many attempts */
  verify(asking: Asking, pending: PendingEmail, code: string): Promise<void>;
}

const expired = () =>
  problem('invalid_state', { detail: 'The code has expired; add the contact again for another' });

function lockedFor(retryAfterMs: number) {
  const seconds = Math.ceil(retryAfterMs / 1_000);
  return problem('rate_limited', {
    detail: `Too many wrong codes; retry in ${seconds} seconds`,
    headers: { 'Retry-After': String(seconds) },
  });
}

const deadlineMs = 5_000;

export function contactCodes(identityFacade: () => RpcPeer): ContactCodes {
  const credentials = () => identityFacade().service('platform.identity.v1.Credentials');
  const originOf = ({ clientIp, userAgent = '' }: Asking['request']) => ({
    ip: clientIp,
    userAgent,
  });
  return {
    async send({ principal, request }, user, { id, email }) {
      const { challengeId, expiresAt } = await credentials().BeginChallenge(
        {
          tenantId: principal.tenantId,
          userId: user.id,
          method: 'email_code',
          purpose: 'verify_contact',
          loginId: id,
          email,
          locales: user.locale === null ? [] : [user.locale],
          clientId: principal.clientId,
          ...originOf(request),
        },
        { deadlineMs },
      );
      return { challengeId, expiresAt: new Date(expiresAt) };
    },

    async verify({ principal, request }, { id, challengeId }, code) {
      const { outcome, remaining, retryAfterMs } = await credentials().VerifyChallenge(
        {
          tenantId: principal.tenantId,
          challengeId: challengeId ?? '',
          userId: principal.id,
          method: 'email_code',
          responseJson: JSON.stringify({ code }),
          loginId: id,
          ...originOf(request),
        },
        { deadlineMs },
      );
      if (outcome === 'SUCCESS') return;
      if (outcome === 'LOCKED' && retryAfterMs > 0) throw lockedFor(retryAfterMs);
      if (outcome !== 'FAILURE') throw expired();
      throw invalid('/code', 'invalid_format', `is wrong; ${remaining} attempts are left`);
    },
  };
}
