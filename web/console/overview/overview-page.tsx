import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { Health } from './health.tsx';
import { LastChanges } from './last-changes.tsx';
import styles from './overview.module.css';
import { SignIns } from './sign-ins.tsx';

const parts = [
  { operation: 'tenantHealthGet', Part: Health },
  { operation: 'loginExperienceLoginAnalytics', Part: SignIns },
  { operation: 'eventsList', Part: LastChanges },
] as const;

/** What needs the administrator, how sign-ins go, what has changed. Each part loads and fails alone. */
export function OverviewPage() {
  const say = useSay('overview');
  const session = useSession();
  const shown = parts.filter(({ operation }) => mayCall(session, operation));
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={<ShowCode entries={shown.map(({ operation }) => ({ operation }))} />}
      />
      <div className={styles['parts']}>
        {shown.map(({ operation, Part }) => (
          <Part key={operation} />
        ))}
      </div>
    </>
  );
}
