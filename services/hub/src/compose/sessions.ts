import type { Platform } from '@platform/kit/service';
import type { AdapterOptions } from '../provider/adapter.ts';
import { revokeConsents } from '../account/consents.ts';
import type { HubConfig } from '../config.ts';
import { deviceVerification } from '../device/device-verification.ts';
import type { DeviceVerification } from '../device/device-verification.ts';
import { notifyClients } from '../logout/back-channel-logout.ts';
import { followUsers } from '../sessions/session-consumer.ts';
import { publishSessionEvent } from '../sessions/session-events.ts';
import { endSessionTokens, revokeUserSessions } from '../sessions/session-revocation.ts';
import type { NotifyLogout } from '../sessions/session-revocation.ts';

/** The callbacks for sessions, devices and grants. */
export interface SessionParts extends Pick<AdapterOptions, 'onSignOut' | 'onDevice' | 'onReuse'> {
  devices: DeviceVerification;
  notifyLogout: NotifyLogout;
  /** Ends the sessions of a user who has reported a sign-in. */
  endReportedSessions: (tenantId: string, userId: string) => Promise<unknown>;
}

/** Creates the session callbacks, and ends sessions on events of users. */
export function composeSessions({ db, bus, jobs }: Platform, config: HubConfig): SessionParts {
  const notifyLogout = notifyClients(jobs);
  followUsers(
    bus,
    notifyLogout,
    async (tx, userId) => void (await revokeConsents(tx, userId, { reason: 'deleted' })),
  );
  return {
    notifyLogout,
    endReportedSessions: (tenantId, userId) =>
      db.transact({ tenantId, actor: { type: 'user', id: userId } }, (tx) =>
        revokeUserSessions(tx, userId, { reason: 'sign_in_reported', notifyLogout }),
      ),
    devices: deviceVerification({
      db,
      maxAttempts: config.userCodeMaxAttempts,
      maxFailures: config.activateFailuresPerAddress,
      windowSeconds: config.userCodeWindowSeconds,
    }),
    async onSignOut(tx, session, caller) {
      if (session.accountId === undefined) return;
      await endSessionTokens(tx, session);
      await notifyLogout(tx, session);
      await publishSessionEvent(tx, {
        type: 'user.signed_out',
        userId: session.accountId,
        sessionId: session.uid,
        organizationId: session.organizationId,
        ...caller,
        more: { reason: 'requested' },
      });
    },
    onDevice: (tx, granted, { ip, userAgent }) =>
      publishSessionEvent(tx, {
        type: 'user.device_authorized',
        ...granted,
        ip,
        userAgent,
        more: { scopes: granted.scopes },
      }),
    onReuse: (tx, granted, { ip, userAgent }) =>
      publishSessionEvent(tx, {
        type: 'user.refresh_token_reused',
        ...granted,
        ip,
        userAgent,
        more: { scopes: granted.scopes, reason: 'refresh_token_reused' },
      }),
  };
}
