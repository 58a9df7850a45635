import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { isProblem } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { OrganizationActions } from './organization-actions.tsx';
import { organizationQuery } from './organization-queries.ts';
import { organizationRoute, organizationTabs } from './organization-routes.ts';
import { OrganizationStatus } from './organization-status.tsx';

/** The head of an organization; the tabs below it are routes. */
export function OrganizationPage() {
  const say = useSay('organizations');
  const sayApp = useSay('app');
  const session = useSession();
  const { orgId } = organizationRoute.useParams();
  const { pathname } = useLocation();
  const query = useQuery(organizationQuery(orgId));
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  const tabs = organizationTabs
    .filter(({ reads }) => reads.every((operation) => mayCall(session, operation)))
    .map(({ path, key }) => ({ href: `/organizations/${orgId}${path}`, label: say(key) }));
  return (
    <Loaded query={query} lines={6}>
      {(organization) => (
        <>
          <PageHeader
            crumbs={[{ href: '/organizations', label: say('title') }]}
            title={organization.name}
            status={<OrganizationStatus organization={organization} />}
            meta={
              <>
                <span>{organization.slug}</span>
                <CopyableId text={orgId} label={sayApp('copyId')} isShort />
                <span>{say('memberCount', { count: organization.memberCount })}</span>
              </>
            }
            actions={<OrganizationActions organization={organization} />}
            tabs={<TabLinks label={organization.name} tabs={tabs} current={pathname} />}
          />
          <div>
            <Outlet />
          </div>
        </>
      )}
    </Loaded>
  );
}
