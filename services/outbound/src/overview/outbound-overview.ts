import type { HealthItem } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { healthItem, itemsAtMost } from '@platform/siblings/overview';
import type { OverviewSource } from '@platform/siblings/overview';
import { countOpen } from '../deliveries/endpoint-queue.ts';
import {
  findEndpoints,
  findHooks,
  findSinks,
  hasEndpoint,
  listTroubledEndpoints,
  listTroubledSinks,
} from './overview-store.ts';
import type { TroubledEndpoint, TroubledSink } from './overview-store.ts';

const endpointItem = (
  { id, url, status, ordering, statusChangedAt, failingSince }: TroubledEndpoint,
  waiting: number,
): HealthItem => {
  const isStopped = status === 'auto_disabled';
  return healthItem({
    kind: isStopped ? 'stopped' : 'failing',
    code: isStopped ? 'endpoint_disabled' : 'endpoint_failing',
    // A strict order holds every later delivery behind the one that fails.
    severity: isStopped || ordering === 'strict' ? 'critical' : 'warning',
    resource: { type: 'webhook_endpoint', id, name: url },
    since: isStopped ? statusChangedAt : failingSince,
    blocks: waiting > 0 ? { what: 'deliveries', count: waiting } : null,
    action: { operationId: isStopped ? 'webhookEndpointUpdate' : 'hookTest', params: { id } },
  });
};

async function endpointItems(tx: Tx): Promise<HealthItem[]> {
  const troubled = await listTroubledEndpoints(tx, itemsAtMost);
  if (troubled.length === 0) return [];
  const counts = await countOpen(
    tx,
    troubled.map(({ id }) => id),
  );
  return troubled.map((endpoint) => {
    const open = counts.get(endpoint.id);
    return endpointItem(endpoint, (open?.pending ?? 0) + (open?.held ?? 0));
  });
}

const sinkItem = ({ id, name, status, updatedAt, failingSince }: TroubledSink): HealthItem =>
  healthItem({
    kind: status === 'suspended' ? 'stopped' : 'failing',
    code: status === 'suspended' ? 'sink_suspended' : 'sink_failing',
    severity: status === 'suspended' ? 'critical' : 'warning',
    resource: { type: 'siem_sink', id, name },
    since: failingSince ?? updatedAt,
    blocks: { what: 'events', count: null },
    action: {
      operationId: status === 'suspended' ? 'siemUpdateSink' : 'hookTest',
      params: { id },
    },
  });

/** What outbound knows: webhooks, inline hooks, and sinks of SIEM systems. */
export const outboundOverview: readonly OverviewSource[] = [
  {
    scopes: ['tenant:webhooks.read'],
    health: endpointItems,
    firstSteps: async (tx) => ({ webhook: await hasEndpoint(tx) }),
    search: [
      {
        type: 'webhook_endpoint',
        find: async (tx, term) =>
          (await findEndpoints(tx, term)).map(({ id, url, description }) => ({
            id,
            name: url,
            detail: description,
            organizationId: null,
          })),
      },
      {
        type: 'hook',
        find: async (tx, term) =>
          (await findHooks(tx, term)).map(({ id, name, stage }) => ({
            id,
            name,
            detail: stage,
            organizationId: null,
          })),
      },
    ],
  },
  {
    scopes: ['tenant:siem.read'],
    health: async (tx) => (await listTroubledSinks(tx, itemsAtMost)).map(sinkItem),
    search: [
      {
        type: 'siem_sink',
        find: async (tx, term) =>
          (await findSinks(tx, term)).map(({ id, name, kind }) => ({
            id,
            name,
            detail: kind,
            organizationId: null,
          })),
      },
    ],
  },
];
