import type { Tx } from '@platform/kit/database';
import { endChallenges } from '../challenges/removal.ts';
import { distrustDevices } from '../devices/devices.ts';
import { compromisePassword } from '../passwords/password-compromise.ts';
import { blockPassword } from '../passwords/attempts.ts';
import type { NoticeType } from '../security-notices/notice-job.ts';

/** What {@link securityEffects} needs. */
export interface EffectOptions {
  /** `to`: another address than the person's present one. */
  notify: (tx: Tx, type: NoticeType, userId: string, to?: string) => Promise<void>;
  clock: () => number;
}

type EventData = Readonly<Record<string, unknown>>;
type Effect = (tx: Tx, userId: string, data: EventData) => Promise<unknown>;

/** The verified address that a person had before: whoever took the account over has changed it. */
function formerAddress({ user, previous }: EventData): string | undefined {
  const before = (previous ?? {}) as EventData;
  const email = before['/email'];
  const wasVerified =
    before['/emailVerified'] ?? (user as EventData | undefined)?.['emailVerified'];
  return typeof email === 'string' && wasVerified === true ? email : undefined;
}

/** What follows for an account from a security event, by its type; other types are kept and have no effect. */
export function securityEffects({ notify, clock }: EffectOptions) {
  const told =
    (type: NoticeType): Effect =>
    (tx, userId) =>
      notify(tx, type, userId);
  const effects: Readonly<Record<string, Effect>> = {
    // Its own event has the mail sent.
    credential_compromised: async (tx, userId) => {
      await compromisePassword(tx, userId);
      await distrustDevices(tx, userId);
    },
    account_disabled: endChallenges,
    account_purged: endChallenges,
    sessions_revoked: async (tx, userId) => {
      await endChallenges(tx, userId);
      await distrustDevices(tx, userId);
    },
    login_blocked: async (tx, userId) => {
      await blockPassword(tx, userId, clock());
      await notify(tx, 'account_blocked', userId);
    },
    async identifier_changed(tx, userId, data) {
      const to = formerAddress(data);
      if (to !== undefined) await notify(tx, 'email_changed', userId, to);
    },
    token_reuse_detected: told('new_sign_in'),
    new_device: told('new_sign_in'),
  };
  return async (tx: Tx, type: string, userId: string, data: EventData = {}): Promise<void> => {
    if (Object.hasOwn(effects, type)) await effects[type]?.(tx, userId, data);
  };
}

/** See {@link securityEffects}. */
export type ApplySecurityEffect = ReturnType<typeof securityEffects>;
