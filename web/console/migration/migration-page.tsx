import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { pollWhile } from '../../client/query.ts';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { JobState } from './job-state.tsx';
import { isRunning, latestJobQuery } from './migration-queries.ts';
import { migrationTabs } from './migration-routes.ts';

/** The migration of users from another system, step by step. */
export function MigrationPage() {
  const say = useSay('migration');
  const { pathname } = useLocation();
  const { data } = useQuery({ ...latestJobQuery, ...pollWhile(isRunning) });
  return (
    <>
      <PageHeader
        title={say('title')}
        status={data && <JobState state={data.value.state} />}
        actions={
          <ShowCode
            entries={[
              { operation: 'migrationSourceGet' },
              { operation: 'migrationSourceGetLatestImportJob' },
            ]}
          />
        }
        tabs={
          <TabLinks
            label={say('title')}
            tabs={migrationTabs.map(({ path, key }) => ({
              href: `/migration${path}`,
              label: say(key),
            }))}
            current={pathname}
          />
        }
      />
      <Outlet />
    </>
  );
}
