import { useQuery } from '@tanstack/react-query';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { CopyableValue } from '../../kit/content/copyable.tsx';
import { Section } from '../../kit/content/section.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhookQuery } from './webhook-queries.ts';
import { webhookSettingsRoute } from './webhook-routes.ts';

/** Where an endpoint sends what, and how. */
export function WebhookSettings() {
  const say = useSay('webhooks');
  const session = useSession();
  const { endpointId } = webhookSettingsRoute.useParams();
  const query = useQuery(webhookQuery(endpointId));
  return (
    <Loaded query={query} lines={8}>
      {(endpoint, { etag }) => (
        <>
          <WebhookForm
            key={endpointId}
            endpoint={endpoint}
            etag={etag}
            isReadOnly={!mayCall(session, 'webhookEndpointUpdate')}
          />
          {endpoint.sourceAddresses.length > 0 && (
            <Section title={say('sourceAddresses')}>
              <CopyableValue text={endpoint.sourceAddresses.join('\n')} />
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}
