import type { Tx } from '@platform/kit/database';
import type { Platform } from '@platform/kit/service';
import { revokeConsents } from '../account/consents.ts';
import type { HubConfig } from '../config.ts';
import { deviceVerification } from '../device/device-verification.ts';
import type { DeviceVerification } from '../device/device-verification.ts';
import type { SessionPayload } from '../grants/grants.ts';
import { notifyClients } from '../logout/back-channel-logout.ts';
import { followUsers } from '../sessions/session-consumer.ts';
import { publishSessionEvent } from '../sessions/session-events.ts';
import type { NotifyLogout } from '../sessions/session-revocation.ts';

/** What becomes of sessions and grants of users. */
export interface SignIn {
  devices: DeviceVerification;
  notifyLogout: NotifyLogout;
  onSignOut: (tx: Tx, session: SessionPayload) => Promise<void>;
  onDevice: (tx: Tx, owner: { userId: string; clientId: string }) => Promise<void>;
  onReuse: (tx: Tx, owner: { userId: string; clientId: string }) => Promise<void>;
}

/** Sessions, and the events that end them. */
export function composeSignIn({ db, bus, jobs }: Platform, config: HubConfig): SignIn {
  const notifyLogout = notifyClients(jobs);
  followUsers(bus, notifyLogout, async (tx, userId) => void (await revokeConsents(tx, userId)));
  return {
    notifyLogout,
    devices: deviceVerification({
      db,
      maxAttempts: config.userCodeMaxAttempts,
      maxFailures: config.activateFailuresPerAddress,
      windowSeconds: config.userCodeWindowSeconds,
    }),
    async onSignOut(tx, session) {
      if (session.accountId === undefined) return;
      await notifyLogout(tx, session);
      await publishSessionEvent(tx, {
        type: 'user.signed_out',
        userId: session.accountId,
        sessionId: session.uid,
        organizationId: session.organizationId,
      });
    },
    onDevice: (tx, { userId, clientId }) =>
      publishSessionEvent(tx, { type: 'user.device_authorized', userId, clientId }),
    onReuse: (tx, { userId, clientId }) =>
      publishSessionEvent(tx, {
        type: 'user.refresh_token_reused',
        userId,
        clientId,
        more: { reason: 'refresh_token_reused' },
      }),
  };
}
