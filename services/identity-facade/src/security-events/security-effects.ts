import type { Tx } from '@platform/kit/database';
import { endChallenges } from '../challenges/removal.ts';
import { distrustDevices } from '../devices/devices.ts';
import { compromisePassword } from '../passwords/password-compromise.ts';
import { blockPassword } from '../passwords/attempts.ts';
import { noticeOrigin } from '../security-notices/notice-job.ts';
import type { Notice, NoticeType } from '../security-notices/notice-job.ts';

type EventData = Readonly<Record<string, unknown>>;

export interface SecurityEvent {
  id: string;
  type: string;
  occurredAt: string;
  data: EventData;
}

type Effect = (tx: Tx, userId: string, event: SecurityEvent) => Promise<unknown>;

/** The former verified address of the user, since an account takeover may have changed it. */
function formerAddress({ user, previous }: EventData): string | undefined {
  const before = (previous ?? {}) as EventData;
  const email = before['/email'];
  const wasVerified =
    before['/emailVerified'] ?? (user as EventData | undefined)?.['emailVerified'];
  return typeof email === 'string' && wasVerified === true ? email : undefined;
}

/** Applies the effect of a security event on the account, by its type. Other types are stored without effect. */
export function securityEffects({
  notify,
  clock,
}: {
  notify: (tx: Tx, notice: Notice) => Promise<void>;
  clock: () => number;
}) {
  const told =
    (type: NoticeType): Effect =>
    (tx, userId, event) =>
      notify(tx, { type, userId, ...noticeOrigin(event) });
  const effects: Readonly<Record<string, Effect>> = {
    // Its own event causes the mail.
    credential_compromised: async (tx, userId) => {
      await compromisePassword(tx, userId);
      await distrustDevices(tx, userId);
    },
    account_disabled: (tx, userId) => endChallenges(tx, userId),
    account_purged: (tx, userId) => endChallenges(tx, userId),
    sessions_revoked: async (tx, userId) => {
      await endChallenges(tx, userId);
      await distrustDevices(tx, userId);
    },
    login_blocked: async (tx, userId, event) => {
      await blockPassword(tx, userId, clock());
      await told('account_blocked')(tx, userId, event);
    },
    async identifier_changed(tx, userId, event) {
      const to = formerAddress(event.data);
      const notice = { type: 'email_changed', userId, to, ...noticeOrigin(event) } as const;
      if (to !== undefined) await notify(tx, notice);
    },
    token_reuse_detected: told('new_sign_in'),
    new_device: told('new_sign_in'),
  };
  return async (tx: Tx, userId: string, event: SecurityEvent): Promise<void> => {
    const { type } = event;
    if (Object.hasOwn(effects, type)) await effects[type]?.(tx, userId, event);
  };
}

/** See {@link securityEffects}. */
export type ApplySecurityEffect = ReturnType<typeof securityEffects>;
