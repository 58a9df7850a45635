import type { HealthItem, SearchHit, SearchType } from '@platform/contracts';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcPeer, RpcRunner } from '@platform/kit/grpc';
import type { RpcHealthItemOutput, SearchHit__Output } from '@platform/protos';
import type { OverviewSource } from './overview-source.ts';
import { ownHealth, ownHits } from './own-overview.ts';
import type { PartHealth, SearchQuery } from './own-overview.ts';

export { expiringMs, healthItem, itemsAtMost, severityOfExpiry } from './overview-source.ts';
export type { OverviewSource, SearchSource, SearchTerm } from './overview-source.ts';
export { ownHealth, ownHits } from './own-overview.ts';
export type { PartHealth, SearchQuery } from './own-overview.ts';

/** Below the deadline of a person who looks at a page. */
const deadlineMs = 2_000;

const asMessage = ({ resource, blocks, action, since, dueAt, ...item }: HealthItem) => ({
  ...item,
  resourceType: resource.type,
  resourceId: resource.id,
  resourceName: resource.name,
  organizationId: resource.organizationId ?? '',
  since: since ?? '',
  dueAt: dueAt ?? '',
  blocks: blocks?.what ?? '',
  // Zero of something is never blocked, so that it can mean that the number is unknown.
  blocksCount: blocks?.count ?? 0,
  operationId: action?.operationId ?? '',
  params: action?.params ?? {},
});

const itemOf = (message: RpcHealthItemOutput): HealthItem => ({
  kind: message.kind as HealthItem['kind'],
  code: message.code,
  severity: message.severity as HealthItem['severity'],
  resource: {
    type: message.resourceType,
    id: message.resourceId,
    name: message.resourceName,
    organizationId: message.organizationId || null,
  },
  since: message.since || null,
  dueAt: message.dueAt || null,
  blocks: message.blocks ? { what: message.blocks, count: message.blocksCount || null } : null,
  action: message.operationId ? { operationId: message.operationId, params: message.params } : null,
});

const hitOf = ({ type, id, name, detail, organizationId }: SearchHit__Output): SearchHit => ({
  type: type as SearchType,
  id,
  name,
  detail: detail || null,
  organizationId: organizationId || null,
});

/** Serves the part of this service in `platform.overview.v1.Overview`, to the hub. */
export const serveOverview = (
  rpcRunner: Pick<RpcRunner, 'read'>,
  sources: readonly OverviewSource[],
): RpcMount =>
  serveRpc(
    'platform.overview.v1.Overview',
    {
      Health: ({ tenantId, scopes }, call) =>
        rpcRunner.read(call, tenantId, async (tx) => {
          const { items, firstSteps } = await ownHealth(tx, sources, { scopes: new Set(scopes) });
          return { items: items.map(asMessage), firstSteps };
        }),
      Search: ({ tenantId, scopes, query, types, limit }, call) =>
        rpcRunner.read(call, tenantId, async (tx) => {
          const hits = await ownHits(tx, sources, {
            scopes: new Set(scopes),
            text: query,
            types: types.length === 0 ? undefined : types,
            limit,
          });
          return {
            hits: hits.map((hit) => ({
              ...hit,
              detail: hit.detail ?? '',
              organizationId: hit.organizationId ?? '',
            })),
          };
        }),
    },
    { Health: ['hub'], Search: ['hub'] },
  );

/** Asks a sibling for its part of the health. @throws 503 while it is unavailable */
export async function partHealth(
  peer: RpcPeer,
  { tenantId, scopes }: { tenantId: string; scopes: ReadonlySet<string> },
): Promise<PartHealth> {
  const { items, firstSteps } = await peer
    .service('platform.overview.v1.Overview')
    .Health({ tenantId, scopes: [...scopes] }, { deadlineMs, repeatable: true });
  return { items: items.map(itemOf), firstSteps };
}

/** Asks a sibling for its part of a search. @throws 503 while it is unavailable */
export async function partHits(
  peer: RpcPeer,
  { tenantId, scopes, text, types, limit }: SearchQuery & { tenantId: string },
): Promise<SearchHit[]> {
  const { hits } = await peer
    .service('platform.overview.v1.Overview')
    .Search(
      { tenantId, scopes: [...scopes], query: text, types: [...(types ?? [])], limit },
      { deadlineMs, repeatable: true },
    );
  return hits.map(hitOf);
}
