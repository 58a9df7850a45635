import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { isProblem } from '@platform/sdk';
import type { Application } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Badge, StatusDot } from '../../kit/content/badge.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ApplicationActions } from './application-actions.tsx';
import { applicationQuery } from './application-queries.ts';
import { applicationRoute, applicationTabs } from './application-routes.ts';

/** Whether the application signs in with a secret of its own. */
const hasSecrets = ({ tokenEndpointAuthMethod }: Application): boolean =>
  tokenEndpointAuthMethod.startsWith('client_secret');

/** The head of an application; the tabs below it are routes. */
export function ApplicationPage() {
  const say = useSay('applications');
  const session = useSession();
  const { clientId } = applicationRoute.useParams();
  const { pathname } = useLocation();
  const query = useQuery(applicationQuery(clientId));
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  const tabsOf = (application: Application) =>
    applicationTabs
      .filter(({ path }) => path !== '/secrets' || hasSecrets(application))
      .filter(({ path }) => path !== '/sign-in' || application.type !== 'm2m')
      .filter(({ reads }) => reads.every((operation) => mayCall(session, operation)))
      .map(({ path, key }) => ({
        href: `/applications/${encodeURIComponent(clientId)}${path}`,
        label: say(key),
      }));
  return (
    <Loaded query={query} lines={6}>
      {(application) => (
        <>
          <PageHeader
            crumbs={[{ href: '/applications', label: say('title') }]}
            title={application.name}
            status={
              <StatusDot state={application.enabled ? 'ok' : 'warning'}>
                {say(application.enabled ? 'enabled' : 'disabled')}
              </StatusDot>
            }
            meta={
              <>
                <Badge>{say(`type.${application.type}`)}</Badge>
                <CopyableId text={clientId} label={say('copyClientId')} />
              </>
            }
            actions={<ApplicationActions application={application} />}
            tabs={
              <TabLinks
                label={application.name}
                tabs={tabsOf(application)}
                current={pathname.replace(/\/policies\/.*$/, '/policies')}
              />
            }
          />
          <div>
            <Outlet />
          </div>
        </>
      )}
    </Loaded>
  );
}
