import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { isProblem } from '@platform/sdk';
import type { Directory } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Badge } from '../../kit/content/badge.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { DirectoryActions } from './directory-actions.tsx';
import { directoryQuery } from './directory-queries.ts';
import { directoryRoute, directoryTabs, isRead } from './directory-routes.ts';
import { DirectoryStatus } from './directory-status.tsx';

/** The head of a directory; the tabs below it are routes. */
export function DirectoryPage() {
  const say = useSay('directories');
  const sayApp = useSay('app');
  const session = useSession();
  const { directoryId } = directoryRoute.useParams();
  const { pathname } = useLocation();
  const query = useQuery(directoryQuery(directoryId));
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  const tabsOf = (directory: Directory) =>
    directoryTabs
      .filter(({ path }) => path !== '/runs' || isRead(directory))
      .filter(({ reads }) => reads.every((operation) => mayCall(session, operation)))
      .map(({ path, key }) => ({ href: `/directories/${directoryId}${path}`, label: say(key) }));
  return (
    <Loaded query={query} lines={6}>
      {(directory) => (
        <>
          <PageHeader
            crumbs={[{ href: '/directories', label: say('title') }]}
            title={directory.name}
            status={<DirectoryStatus directory={directory} />}
            meta={
              <>
                <Badge>{say(`kind.${directory.kind}`)}</Badge>
                <CopyableId text={directoryId} label={sayApp('copyId')} isShort />
                {directory.organizationId !== null && (
                  <Link href={`/organizations/${directory.organizationId}`}>
                    {say('organization')}
                  </Link>
                )}
              </>
            }
            actions={<DirectoryActions directory={directory} />}
            tabs={<TabLinks label={directory.name} tabs={tabsOf(directory)} current={pathname} />}
          />
          <div>
            <Outlet />
          </div>
        </>
      )}
    </Loaded>
  );
}
