import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@platform/sdk';
import type { SocialConnector } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useIsFresh } from '../../parts/is-fresh.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ConnectorActions } from './connector-actions.tsx';
import { ConnectorForm } from './connector-form.tsx';
import { ConnectorGuide } from './connector-guide.tsx';
import { ConnectorHealth } from './connector-health.tsx';
import { kindOf } from './connector-kinds.ts';
import { connectorQuery } from './connector-queries.ts';
import { methodRoute } from './method-routes.ts';
import styles from './methods.module.css';

/** How the connection is, and which secret it uses. */
function ConnectorFacts({ connector }: { connector: SocialConnector }) {
  const say = useSay('methods');
  const { lastUsedAt, secretUpdatedAt, clientSecretLast4, emailVerifiedSource, enabled } =
    connector;
  return (
    <DefinitionList
      entries={[
        { term: say('column.state'), value: say(enabled ? 'enabled' : 'disabled') },
        { term: say('column.health'), value: <ConnectorHealth connector={connector} /> },
        {
          term: say('column.lastUsed'),
          value: lastUsedAt === null ? say('neverUsed') : <RelativeTime at={lastUsedAt} />,
        },
        {
          term: say('secret'),
          value:
            secretUpdatedAt === null ? (
              say('noSecret')
            ) : (
              <>
                {clientSecretLast4 !== undefined && <code>…{clientSecretLast4}</code>}{' '}
                <ExactTime at={secretUpdatedAt} isDate />
              </>
            ),
        },
        { term: say('emailVerified'), value: say(`emailVerified.${emailVerifiedSource}`) },
      ]}
    />
  );
}

/** A provider: how it is, what to enter there, and its settings. */
export function MethodPage() {
  const say = useSay('methods');
  const sayApp = useSay('app');
  const session = useSession();
  const { provider } = methodRoute.useParams();
  const query = useQuery(connectorQuery(provider));
  const isFresh = useIsFresh(query);
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  const isReadOnly = !mayCall(session, 'loginExperiencePatchConnector');
  return (
    <Loaded query={query} lines={10}>
      {(connector, { etag }) => (
        <>
          <PageHeader
            crumbs={[{ href: '/sign-in/methods', label: say('title') }]}
            title={connector.displayName}
            status={<ConnectorHealth connector={connector} />}
            meta={<code>{provider}</code>}
            actions={<ConnectorActions connector={connector} />}
          />
          {isReadOnly && <Banner state="info">{sayApp('readOnly')}</Banner>}
          {connector.health === 'failing' && (
            <Banner state="error">{say('health.failing.text')}</Banner>
          )}
          <div className={styles['facts']}>
            <ConnectorFacts connector={connector} />
          </div>
          <Section title={say('guide')}>
            <ConnectorGuide kind={kindOf(provider)} callbackUrls={connector.callbackUrls} />
          </Section>
          {isFresh && (
            <ConnectorForm
              key={provider}
              connector={connector}
              etag={etag}
              isReadOnly={isReadOnly}
            />
          )}
        </>
      )}
    </Loaded>
  );
}
