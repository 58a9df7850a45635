import type { PropertyName } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import type { RunningService } from '@platform/kit/service';
import { testPlatform } from '@platform/testkit/service';
import type { TestApi, TestPlatform } from '@platform/testkit/service';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { testClock } from '@platform/testkit/test-clock';
import { outboundService } from '../src/service.ts';
import type { OutboundOptions } from '../src/compose/test-options.ts';
import { newEvent, publishEvent } from './event-fixtures.ts';

export { newEvent } from './event-fixtures.ts';

export const webhookPaths = { endpoints: '/api/v1/webhook-endpoints' };

const insecure: Partial<Record<PropertyName, string>> = {
  'platform.webhooks.allow-insecure-http': 'true',
  'platform.webhooks.allowed-internal-hosts': 'localhost',
};

/** Outbound, whose webhooks may reach `localhost`, with a clock that tests advance. */
export async function webhookPlatform(
  properties: Partial<Record<PropertyName, string>> = {},
  options: OutboundOptions = {},
) {
  const clock = testClock();
  const platform = await testPlatform(
    outboundService({
      clock: clock.now,
      random: () => 0.5,
      tickMs: 40,
      shutdownMs: 500,
      ...options,
    }),
    { ...insecure, ...properties },
  );
  if (process.env['DEBUG_TEST'])
    Object.assign(platform.service.platform.log, { error: console.error, warn: console.error });
  await eventually(async () => platform.service.platform.bus.isConnected());
  return { platform, clock, ...actions(platform) };
}

/** The actions of delivery tests. */
function actions(platform: TestPlatform) {
  const sql = <R>(statement: string, params: unknown[] = []): Promise<R[]> =>
    withClient(
      platform.database.url,
      async (client) =>
        (
          await client
            .query(`SET search_path = outbound; `)
            .then(() => client.query(statement, params))
        ).rows as R[],
    );
  let tenants = 0;
  return {
    sql,
    /** Creates a tenant with its own API client. */
    async tenant() {
      const tenant = platform.hub.tenant(`tenant-${(tenants += 1)}`);
      return { tenant, api: await platform.as({ tenant }) };
    },
    publish: (
      tenantId: string,
      event = newEvent(),
      pod: RunningService = platform.service,
    ): Promise<void> => publishEvent(pod, tenantId, event),
    async endpoint(api: TestApi, body: Record<string, unknown>) {
      const answer = await api.post(webhookPaths.endpoints, {
        body: { eventTypes: ['*'], ...body },
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body as { id: string; secret: string; [member: string]: any };
    },
    async deliveries(api: TestApi, endpointId: string, query = ''): Promise<any[]> {
      return (await api.get(`${webhookPaths.endpoints}/${endpointId}/deliveries${query}`)).body
        .data;
    },
    /** Waits until the endpoint's only delivery satisfies a condition. */
    delivery: (
      api: TestApi,
      endpointId: string,
      is: (d: any) => boolean = () => true,
    ): Promise<any> =>
      eventually(async () => {
        const [found] = (await api.get(`${webhookPaths.endpoints}/${endpointId}/deliveries`)).body
          .data;
        return found && is(found) ? found : undefined;
      }),
    unknownId: () => newId('webhookEndpoint'),
  };
}

export type WebhookTestPlatform = Awaited<ReturnType<typeof webhookPlatform>>;
