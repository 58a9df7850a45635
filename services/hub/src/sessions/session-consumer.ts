import type { PlatformEvent } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import { isFirstTime } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { revokeOrganization, revokeUserSessions } from './session-revocation.ts';
import type { NotifyLogout } from './session-revocation.ts';

const purpose = 'sessions';
const actor = { type: 'system', id: 'hub' } as const;

/** The reason for ending sessions, by event. */
const reasons: Readonly<Record<string, string>> = {
  'user.suspended': 'suspended',
  'user.deactivated': 'deactivated',
  'user.deleted': 'deleted',
  'user.erased': 'erased',
  'user.password_changed': 'password_changed',
};

/** A first password, often set during sign-up, replaces no password that others could know. */
const isFirstPassword = ({ type, data }: PlatformEvent): boolean =>
  type === 'user.password_changed' && data['first'] === true;

/** Keeps sessions that began after a password change, because the event can arrive later than a sign-in with the new password. */
const endOf = ({ type, occurredAt }: PlatformEvent): Date | undefined =>
  type === 'user.password_changed' ? new Date(occurredAt) : undefined;

/** The session in which the user changed the password continues. Its access token ends like the others, and is refreshed. */
const exceptSidOf = ({ type, data }: PlatformEvent): string | undefined => {
  const sid = type === 'user.password_changed' ? data['sessionId'] : undefined;
  return typeof sid === 'string' ? sid : undefined;
};

/** Ends sessions and grants when an event requires it, in the transaction that records the event. */
export function followUsers(
  bus: Pick<Bus, 'consume'>,
  notifyLogout: NotifyLogout,
  forgetUser: (tx: Tx, userId: string) => Promise<void>,
): void {
  bus.consume(
    purpose,
    [...Object.keys(reasons), 'organization.deleted'],
    async ({ tenantId, event }, db) => {
      const { id } = event.subject;
      if (isFirstPassword(event)) return;
      await db.transact({ tenantId, actor }, async (tx) => {
        if (!(await isFirstTime(tx, purpose, event.id))) return;
        const reason = reasons[event.type];
        if (reason === undefined)
          return revokeOrganization(tx, id, { reason: 'organization_deleted', notifyLogout });
        const which = { before: endOf(event), exceptSid: exceptSidOf(event) };
        await revokeUserSessions(tx, id, { reason, notifyLogout, ...which });
        if (event.type === 'user.deleted' || event.type === 'user.erased') await forgetUser(tx, id);
      });
    },
  );
}
