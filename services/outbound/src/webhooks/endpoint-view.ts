import type { WebhookEndpointResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { countOpen } from '../deliveries/endpoint-queue.ts';
import { listLanes } from '../lanes/lanes.ts';
import { listLiveSigningSecrets } from '../receivers/signing-secrets.ts';
import { endpointResource } from './endpoint-record.ts';
import type { EndpointRecord } from './endpoint-record.ts';

/** Shows endpoints with their secrets' names and their health. */
export const endpointView =
  ({ sourceAddresses, clock }: { sourceAddresses: readonly string[]; clock: () => number }) =>
  async (tx: Tx, endpoints: readonly EndpointRecord[]): Promise<WebhookEndpointResource[]> => {
    if (endpoints.length === 0) return [];
    const now = clock();
    const ids = endpoints.map((e) => e.id);
    const lanes = await listLanes(tx, ids);
    const secrets = await listLiveSigningSecrets(tx, ids, new Date(now));
    const counts = await countOpen(tx, ids);
    return endpoints.flatMap((endpoint) => {
      const lane = lanes.get(endpoint.id);
      if (!lane) return [];
      const own = secrets.filter((s) => s.ownerId === endpoint.id);
      const open = { pending: 0, held: 0, ...counts.get(endpoint.id) };
      return [endpointResource(endpoint, { lane, secrets: own, now, ...open }, sourceAddresses)];
    });
  };

export type EndpointView = ReturnType<typeof endpointView>;
