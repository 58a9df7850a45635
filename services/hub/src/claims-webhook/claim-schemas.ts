import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';
import { LRUCache } from 'lru-cache';
import { EnrichmentFailed } from './enrichment-failed.ts';

/** A schema of a claim that clients' own webhooks give. */
export interface WebhookClaimSchema {
  claimName: string;
  jsonSchema: string;
  /** Empty: all. */
  clientIds: readonly string[];
  /** Only when one of them is granted; empty: always. */
  scopes: readonly string[];
  tokens: readonly string[];
  required: boolean;
  /** Empty: none. */
  defaultJson: string;
}

/** The enabled schemas of source `webhook`, as this pod knows them. */
export interface ClaimSchemas {
  /** @throws EnrichmentFailed `schemas_unavailable` while nobody can tell and nothing is known */
  of(tenantId: string): Promise<readonly WebhookClaimSchema[]>;
}

interface Entry { schemas: readonly WebhookClaimSchema[]; freshUntil: number; usableUntil: number }

const freshMs = 60_000;
/** While the outbound service is away the last answer stands; only what it says itself could change it. */
const usableMs = 600_000;
const askDeadline = 1_000;
const pauseMs = 2_000;
const unimplemented = 12;

/** Asks the outbound service; answers are kept 60 s and dropped by `webhook.claim_schema_*`. */
export function claimSchemas({ outbound, bus, max = 10_000, now = () => performance.now() }: {
  outbound: () => RpcPeer; bus: Pick<Bus, 'follow'>; max?: number; now?: () => number;
}): ClaimSchemas {
  const known = new LRUCache<string, Entry>({ max });
  const loading = new Map<string, Promise<Entry>>();

  async function ask(tenantId: string): Promise<readonly WebhookClaimSchema[]> {
    try {
      const { items } = await outbound().service('platform.outbound.v1.ClaimSchemas').List({ tenantId }, { deadlineMs: askDeadline, repeatable: true });
      return items.filter((schema) => schema.sourceKind === 'webhook');
    } catch (error) {
      // An installation without claim schemas has none.
      if ((error as { cause?: { code?: unknown } }).cause?.code === unimplemented) return [];
      throw error;
    }
  }

  function load(tenantId: string): Promise<Entry> {
    const running = loading.get(tenantId);
    if (running) return running;
    const before = known.get(tenantId);
    const asked: Promise<Entry> = ask(tenantId).then(
      (schemas): Entry => ({ schemas, freshUntil: now() + freshMs, usableUntil: now() + usableMs }),
      (error: unknown): Entry => {
        if (!before || now() >= before.usableUntil) throw new EnrichmentFailed('schemas_unavailable', error);
        return { ...before, freshUntil: now() + pauseMs };
      },
    ).then((entry) => {
      // Dropped meanwhile: the answer may be older than the change.
      if (loading.get(tenantId) === asked) known.set(tenantId, entry);
      return entry;
    }).finally(() => {
      if (loading.get(tenantId) === asked) loading.delete(tenantId);
    });
    loading.set(tenantId, asked);
    return asked;
  }

  bus.follow(['webhook.claim_schema_put', 'webhook.claim_schema_deleted'], async ({ tenantId }) => {
    known.delete(tenantId);
    loading.delete(tenantId);
  });

  return {
    async of(tenantId) {
      const entry = known.get(tenantId);
      return (entry && now() < entry.freshUntil ? entry : await load(tenantId)).schemas;
    },
  };
}
