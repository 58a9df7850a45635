import type { PlatformEvent } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import type { Jobs } from '@platform/kit/jobs';
import { isFirstTime } from '@platform/kit/database';
import { enqueueNotice, noticeOrigin } from './notice-job.ts';
import type { NoticeType } from './notice-job.ts';

const purpose = 'security-notices';

/** The notice for each type of credential event. */
const noticeOf: Readonly<Record<string, NoticeType>> = {
  'user.password_changed': 'password_changed',
  'user.authenticator_added': 'authenticator_added',
  'user.authenticator_removed': 'authenticator_removed',
  'user.identity_linked': 'account_linked',
  'user.credential_compromised': 'credential_compromised',
};

/** Whether an event deserves a notice: setting the first password is part of signing up. */
const isNews = ({ type, data }: PlatformEvent): boolean =>
  !(type === 'user.password_changed' && data['first'] === true);

/** Notifies users by mail of changes to their credentials, once per event. */
export function noticeCredentialEvents({
  bus,
  jobs,
}: {
  bus: Pick<Bus, 'consume'>;
  jobs: Pick<Jobs, 'enqueue'>;
}): void {
  bus.consume(purpose, Object.keys(noticeOf), async ({ tenantId, event }, held) => {
    const type = noticeOf[event.type];
    const userId = event.subject.id;
    if (type === undefined || !isNews(event)) return;
    await held.transact({ tenantId, actor: event.actor }, async (tx) => {
      if (!(await isFirstTime(tx, purpose, event.id))) return;
      await enqueueNotice(jobs, tx, { type, userId, ...noticeOrigin(event) });
    });
  });
}
