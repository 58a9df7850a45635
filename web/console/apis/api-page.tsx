import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { isProblem } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ApiActions } from './api-actions.tsx';
import { apiResourceQuery } from './api-queries.ts';
import { apiRoute, apiTabs } from './api-routes.ts';

/** The head of an API; the tabs below it are routes. */
export function ApiPage() {
  const say = useSay('apis');
  const session = useSession();
  const { apiId } = apiRoute.useParams();
  const { pathname } = useLocation();
  const query = useQuery(apiResourceQuery(apiId));
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  const tabs = apiTabs
    .filter(({ reads }) => reads.every((operation) => mayCall(session, operation)))
    .map(({ path, key }) => ({ href: `/apis/${apiId}${path}`, label: say(key) }));
  return (
    <Loaded query={query} lines={6}>
      {(api) => (
        <>
          <PageHeader
            crumbs={[{ href: '/apis', label: say('title') }]}
            title={api.name}
            status={
              <StatusDot state={api.enabled ? 'ok' : 'warning'}>
                {say(api.enabled ? 'enabled' : 'disabled')}
              </StatusDot>
            }
            meta={<CopyableId text={api.identifier} label={say('copyIdentifier')} />}
            actions={<ApiActions api={api} />}
            tabs={<TabLinks label={api.name} tabs={tabs} current={pathname} />}
          />
          {api.tokensLiveUntil !== null && (
            <Banner state="warning">
              {say.rich('liveUntil', { time: <ExactTime key="time" at={api.tokensLiveUntil} /> })}
            </Banner>
          )}
          <Outlet />
        </>
      )}
    </Loaded>
  );
}
