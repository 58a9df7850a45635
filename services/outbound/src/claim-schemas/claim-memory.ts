import { LRUCache } from 'lru-cache';
import { versionOf } from './claim-schema-record.ts';
import type { EndpointClaimSchema } from './claim-schema-record.ts';
import type { ClaimQuestion } from './claim-source.ts';

/** A source's result for one claim; without a value if there was no valid one. */
export interface ClaimFinding {
  value?: unknown;
}

interface Kept extends ClaimFinding {
  version: string;
  at: number;
}
interface Entry {
  tenantId: string;
  subjectId: string;
  claims: Map<string, Kept>;
  bytes: number;
}

const maxBytes = 64 * 1024 * 1024;

/** Returns the key that an answer is valid for: an endpoint, a client, a subject, an organization, the scopes, the API. */
export const memoryKey = (
  endpointId: string,
  { tenantId, clientId, subject, organizationId, scopes, resource }: ClaimQuestion,
): string =>
  JSON.stringify([
    tenantId,
    endpointId,
    clientId,
    subject.type,
    subject.id,
    organizationId,
    [...scopes].sort(),
    resource,
  ]);

/** Stores a source's results for the claims of a question. */
type Keep = (
  key: string,
  question: ClaimQuestion,
  found: readonly { schema: EndpointClaimSchema; finding: ClaimFinding }[],
) => void;

/**
 * Caches results of sources in this pod's memory, as long as their schemas allow; evicts the least
 * recently requested.
 */
export function claimMemory({ maxEntries, clock }: { maxEntries: number; clock: () => number }) {
  const entries =
    maxEntries === 0
      ? undefined
      : new LRUCache<string, Entry>({
          max: maxEntries,
          maxSize: maxBytes,
          sizeCalculation: ({ bytes }) => bytes,
        });
  let forgettings = 0;

  function within(
    key: string,
    schema: EndpointClaimSchema,
    seconds: number,
  ): ClaimFinding | undefined {
    const kept = seconds === 0 ? undefined : entries?.get(key)?.claims.get(schema.claimName);
    if (!kept || kept.version !== versionOf(schema)) return undefined;
    const ageMs = clock() - kept.at;
    return ageMs >= 0 && ageMs < seconds * 1000 ? kept : undefined;
  }

  const keep: Keep = (key, { tenantId, subject }, found) => {
    const kept = found.filter(
      ({ schema: { source } }) => source.cacheTtlSeconds + source.staleIfErrorSeconds > 0,
    );
    if (!entries || kept.length === 0) return;
    const at = clock();
    const claims = new Map(entries.get(key)?.claims);
    for (const { schema, finding } of kept)
      claims.set(schema.claimName, { ...finding, version: versionOf(schema), at });
    const bytes =
      key.length +
      [...claims].reduce(
        (sum, [name, { value }]) =>
          sum + name.length + (value === undefined ? 0 : JSON.stringify(value).length) + 64,
        0,
      );
    const ttl =
      1000 *
      Math.max(
        ...kept.map(
          ({ schema: { source } }) => source.cacheTtlSeconds + source.staleIfErrorSeconds,
        ),
        1,
      );
    entries.set(
      key,
      { tenantId, subjectId: subject.id, claims, bytes },
      { ttl: Math.max(ttl, entries.getRemainingTTL(key)) },
    );
  };

  return {
    /** Returns a result that is not older than the schema allows. */
    fresh: (key: string, schema: EndpointClaimSchema): ClaimFinding | undefined =>
      within(key, schema, schema.source.cacheTtlSeconds),
    /** Returns a result within the longer period for unavailable sources. */
    lastGood: (key: string, schema: EndpointClaimSchema): ClaimFinding | undefined =>
      within(key, schema, schema.source.cacheTtlSeconds + schema.source.staleIfErrorSeconds),

    /**
     * Call it before asking a source. The returned function stores the answer, unless an
     * invalidation in the meantime covers it.
     */
    asking(): Keep {
      const asked = forgettings;
      return (key, question, found) => {
        if (forgettings === asked) keep(key, question, found);
      };
    },

    /** Removes everything about a deleted subject, or a whole tenant. */
    forget(tenantId: string, subjectId?: string): void {
      forgettings += 1;
      if (!entries) return;
      for (const [key, entry] of entries.entries())
        if (
          entry.tenantId === tenantId &&
          (subjectId === undefined || entry.subjectId === subjectId)
        )
          entries.delete(key);
    },
  };
}

export type ClaimMemory = ReturnType<typeof claimMemory>;
