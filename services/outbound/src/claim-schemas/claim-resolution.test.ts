import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Flight } from './claim-flights.ts';
import { claimMemory } from './claim-memory.ts';
import { question } from './claim-question-fixture.ts';
import { claimResolution } from './claim-resolution.ts';
import type { Resolution } from './claim-resolution.ts';
import type { EndpointClaimSchema } from './claim-schema-record.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const schemaOf = (claimName: string): EndpointClaimSchema =>
  ({
    claimName,
    clientIds: [],
    scopes: [],
    tokens: ['access_token'],
    resources: [],
    required: true,
    defaultJson: null,
    revision: 1,
    createdAt: new Date(0),
    source: {
      kind: 'endpoint',
      endpointId: `whe_${claimName}`,
      timeoutMilliseconds: 3_000,
      cacheTtlSeconds: 60,
      staleIfErrorSeconds: 0,
    },
  }) as unknown as EndpointClaimSchema;

/** Endpoints that answer after a number of milliseconds. */
function resolving(answerMs: Record<string, number>, timeoutMs: number) {
  const schemas = Object.keys(answerMs).map(schemaOf);
  return claimResolution({
    schemasOf: () => Promise.resolve(schemas) as never,
    memory: claimMemory({ maxEntries: 10, clock: () => Date.now() }),
    fly: (_key, _question, group, onEnd) =>
      new Promise((resolve) => {
        const [schema] = group.schemas as [EndpointClaimSchema];
        setTimeout(() => {
          const flight: Flight = {
            outcome: 'succeeded',
            findings: [{ schema, finding: { value: schema.claimName } }],
          };
          onEnd(flight);
          resolve(flight);
        }, answerMs[schema.claimName]);
      }),
    timeoutMs,
    onSource: () => undefined,
  });
}

test.each([
  ['the time of all calls', 2_000, 60_000],
  ['what the caller waits', 60_000, 2_000],
])(
  'a resolution returns the available values after %s, and caches later ones',
  async (_, total, patience) => {
    const resolve = resolving({ quick: 1_999, late: 2_001 }, total);
    let resolved: Resolution | undefined;
    void resolve(question, patience).then((found) => (resolved = found));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(resolved).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(resolved).toMatchObject({
      claims: [{ token: 'access_token', values: { quick: 'quick' } }],
      unmet: ['late'],
      sources: [{ outcome: 'succeeded' }, { endpointId: 'whe_late', outcome: 'timeout' }],
    });
    await vi.advanceTimersByTimeAsync(1);
    expect(await resolve(question, patience)).toMatchObject({
      claims: [{ values: { quick: 'quick', late: 'late' } }],
      sources: [{ cached: true }, { cached: true }],
    });
  },
);
