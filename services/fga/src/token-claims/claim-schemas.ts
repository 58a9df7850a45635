import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';
import type { Problem } from '@platform/kit/problem';
import type { ClaimSchema } from '@platform/protos';
import { LRUCache } from 'lru-cache';

const unimplemented = 12;
const isUnimplemented = (error: unknown): boolean => ((error as Problem).details?.cause as { code?: unknown } | undefined)?.code === unimplemented;

/** The claim schemas of tenants, 60 s old at most and dropped when one changes. While outbound serves none, there are none. */
export function claimSchemas({ outbound, bus }: { outbound: () => RpcPeer; bus: Pick<Bus, 'follow'> }) {
  const known = new LRUCache<string, readonly ClaimSchema[]>({ max: 10_000, ttl: 60_000 });
  const loading = new Map<string, Promise<readonly ClaimSchema[]>>();
  bus.follow(['webhook.*'], async ({ tenantId, event }) => {
    if (!event.type.startsWith('webhook.claim_schema_')) return;
    known.delete(tenantId);
    loading.delete(tenantId);
  });

  const ask = (tenantId: string): Promise<readonly ClaimSchema[]> =>
    outbound().service('platform.outbound.v1.ClaimSchemas').List({ tenantId }, { deadlineMs: 1_000, repeatable: true }).then(({ items }) => items, (error: unknown) => {
      if (isUnimplemented(error)) return [];
      throw error;
    });

  /** @throws 502 to 504 while outbound is away */
  return function schemasOf(tenantId: string): Promise<readonly ClaimSchema[]> {
    const present = known.get(tenantId);
    if (present) return Promise.resolve(present);
    const running = loading.get(tenantId);
    if (running) return running;
    const asked: Promise<readonly ClaimSchema[]> = ask(tenantId).then((items) => {
      // Dropped meanwhile: the answer may be older than the change.
      if (loading.get(tenantId) === asked) known.set(tenantId, items);
      return items;
    }).finally(() => {
      if (loading.get(tenantId) === asked) loading.delete(tenantId);
    });
    loading.set(tenantId, asked);
    return asked;
  };
}

/** See {@link claimSchemas}. */
export type SchemasOf = ReturnType<typeof claimSchemas>;
