import { deleteOlder } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { IdentityFacadeConfig } from '../config.ts';
import type { QueueMail } from '../mail/mail-queue.ts';
import { intakeSurface } from '../security-events/intake-surface.ts';
import { securityEffects } from '../security-events/security-effects.ts';
import { noticeCredentialEvents } from '../security-notices/notice-events.ts';
import { enqueueNotice, noticeJob } from '../security-notices/notice-job.ts';
import { signInReports } from '../security-notices/sign-in-reports.ts';
import { clockOf } from './test-options.ts';
import type { IdentityFacadeOptions } from './test-options.ts';
import { recipients } from './verified-emails.ts';

/** Composes the handling of security events: effects on credentials, and notices to users. */
export function securityParts(
  platform: Platform,
  config: Pick<IdentityFacadeConfig, 'securityEventsBearer'>,
  {
    queueMail,
    pageOrigins,
    ...options
  }: IdentityFacadeOptions & {
    queueMail: QueueMail;
    pageOrigins: (tx: Tx) => Promise<string[]>;
  },
): Required<Pick<ServiceParts, 'surfaces' | 'jobs' | 'singletons'>> {
  const { db, bus, jobs, peer, secrets } = platform;
  const clock = clockOf(options);
  noticeCredentialEvents({ bus, jobs });
  const apply = securityEffects({
    clock,
    notify: (tx, notice) => enqueueNotice(jobs, tx, notice),
  });
  return {
    surfaces: [intakeSurface({ db, bearer: config.securityEventsBearer, apply, clock })],
    jobs: [
      noticeJob({
        queueMail,
        pageOrigins,
        reports: signInReports({ secrets, clock }),
        recipientOf: recipients(() => peer('directory')),
      }),
    ],
    singletons: [
      {
        name: 'security events',
        schedule: 3_600_000,
        work: () =>
          deleteOlder(db, { table: 'security_events', column: 'received_at', life: '400 days' }),
      },
    ],
  };
}
