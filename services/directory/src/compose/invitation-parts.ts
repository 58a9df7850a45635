import { invitationOperations, ownInvitationOperations } from '@platform/contracts';
import type { Config } from '@platform/kit/config';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { directoryConfig } from '../config.ts';
import { expireInvitations } from '../invitations/invitation-expiry.ts';
import { invitationHandlers } from '../invitations/invitation-handlers.ts';
import { invitationMailJob } from '../invitations/invitation-mail.ts';
import { ownInvitationHandlers } from '../invitations/own-invitation-handlers.ts';
import type { CheckRoles } from '../roles/role-check.ts';

export function invitationParts(
  { db, jobs, secrets, cursors, peer }: Platform,
  { acceptBaseUrl, invitationTtl }: Config<typeof directoryConfig>,
  checkRoles: CheckRoles,
): ServiceParts {
  const handlers = invitationHandlers({
    cursors,
    checkRoles,
    jobs,
    secrets,
    acceptBaseUrl,
    ttlMs: invitationTtl,
    clock: Date.now,
  });
  return {
    mounts: [
      serve(invitationOperations, handlers),
      serve(ownInvitationOperations, ownInvitationHandlers({ cursors, clock: Date.now })),
    ],
    jobs: [invitationMailJob({ identityFacade: () => peer('identity-facade'), secrets })],
    singletons: [
      {
        name: 'expired invitations',
        schedule: 300_000,
        work: (signal) => expireInvitations(db, signal),
      },
    ],
  };
}
