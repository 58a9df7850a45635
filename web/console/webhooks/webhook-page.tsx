import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { isProblem } from '@platform/sdk';
import { Banner } from '../../kit/content/banner.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import type { WebhookEndpoint } from '@platform/sdk';
import { WebhookActions } from './webhook-actions.tsx';
import { useWebhookBacklog, WebhookState } from './webhook-health.tsx';
import { webhookQuery } from './webhook-queries.ts';
import { webhookRoute, webhookTabs } from './webhook-routes.ts';
import styles from './webhooks.module.css';

/** What waits because of the state of the endpoint. */
function Backlog({ endpoint }: { endpoint: WebhookEndpoint }) {
  const backlog = useWebhookBacklog(endpoint);
  if (backlog.length === 0) return null;
  const isBad = endpoint.health.failingSince !== null || endpoint.status === 'auto_disabled';
  return (
    <div className={styles['above']}>
      <Banner state={isBad ? 'error' : 'info'}>{backlog.join(' · ')}</Banner>
    </div>
  );
}

/** The head of an endpoint; the tabs below it are routes. */
export function WebhookPage() {
  const say = useSay('webhooks');
  const session = useSession();
  const { endpointId } = webhookRoute.useParams();
  const { pathname } = useLocation();
  const query = useQuery({ ...webhookQuery(endpointId), refetchInterval: 10_000 });
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  const base = `/webhooks/${endpointId}`;
  const tabs = webhookTabs
    .filter(({ path }) => path !== '/statistics' || mayCall(session, 'webhookEndpointStatistics'))
    .map(({ path, key }) => ({ href: base + path, label: say(key) }));
  return (
    <Loaded query={query} lines={6}>
      {(endpoint) => (
        <>
          <PageHeader
            crumbs={[{ href: '/webhooks', label: say('title') }]}
            title={endpoint.url}
            status={<WebhookState endpoint={endpoint} />}
            meta={<CopyableId text={endpoint.id} label={say('copyId')} isShort />}
            actions={<WebhookActions endpoint={endpoint} />}
            tabs={
              <TabLinks
                label={endpoint.url}
                tabs={tabs}
                current={pathname.includes('/deliveries/') ? base : pathname}
              />
            }
          />
          <Backlog endpoint={endpoint} />
          <Outlet />
        </>
      )}
    </Loaded>
  );
}
