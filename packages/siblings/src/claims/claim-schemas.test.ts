import { describe, expect, test } from 'vitest';
import type { EventListener } from '@platform/kit/bus';
import { problem } from '@platform/kit/problem';
import { claimSchemas } from './claim-schemas.ts';

const tenant = 'tnt_a';

/** A cache of schemas with responses and a clock under the test's control. */
function staged(max?: number) {
  const stage = {
    now: 0,
    asked: [] as string[],
    names: ['plan'],
    fault: undefined as Error | undefined,
    gate: undefined as Promise<void> | undefined,
    types: [] as readonly string[],
    changed: (async () => undefined) as (tenantId: string) => Promise<void>,
  };
  const schemasOf = claimSchemas({
    ...(max === undefined ? {} : { max }),
    now: () => stage.now,
    outbound: () =>
      ({
        service: () => ({
          List: async ({ tenantId }: { tenantId: string }) => {
            stage.asked.push(tenantId);
            const { names, fault } = stage;
            await stage.gate;
            if (fault) throw fault;
            return { items: names.map((claimName) => ({ claimName })) };
          },
        }),
      }) as never,
    bus: {
      follow: (types: readonly string[], see: EventListener) => {
        stage.types = types;
        stage.changed = (tenantId) => see({ tenantId } as never);
      },
    },
  });
  return {
    stage,
    names: async (tenantId = tenant) =>
      (await schemasOf(tenantId)).map(({ claimName }) => claimName),
  };
}

describe('claimSchemas', () => {
  test('fetches once per tenant for concurrent callers', async () => {
    const { stage, names } = staged();
    expect(await Promise.all([names(), names(), names('tnt_b'), names()])).toEqual([
      ['plan'],
      ['plan'],
      ['plan'],
      ['plan'],
    ]);
    await names();
    expect(stage.asked).toEqual([tenant, 'tnt_b']);
  });

  test('caches a response for a minute from the start of the fetch', async () => {
    const { stage, names } = staged();
    await names();
    stage.names = [];
    stage.now = 59_999;
    expect(await names()).toEqual(['plan']);
    stage.now = 60_000;
    expect(await names()).toEqual([]);
  });

  test('does not extend the cache while outbound is unavailable, and retries', async () => {
    const { stage, names } = staged();
    await names();
    stage.fault = problem('upstream_unavailable');
    stage.now = 59_999;
    expect(await names()).toEqual(['plan']);
    stage.now = 60_000;
    await expect(names()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    stage.fault = undefined;
    expect(await names()).toEqual(['plan']);
  });

  test('is invalidated by a change, and does not cache fetches that started before it', async () => {
    const { stage, names } = staged();
    let open = (): void => undefined;
    stage.gate = new Promise((resolve) => (open = resolve));
    const early = names();
    stage.names = [];
    expect(stage.types).toEqual(['webhook.claim_schema_put', 'webhook.claim_schema_deleted']);
    await stage.changed(tenant);
    stage.gate = undefined;
    expect(await names()).toEqual([]);
    open();
    expect(await early).toEqual(['plan']);
    expect(await names()).toEqual([]);
    stage.names = ['plan'];
    await stage.changed('tnt_b');
    expect(await names()).toEqual([]);
    await stage.changed(tenant);
    expect(await names()).toEqual(['plan']);
  });

  test('a failure of the outbound service is an error', async () => {
    const { stage, names } = staged();
    stage.fault = problem('upstream_failed', { cause: { code: 13 } });
    await expect(names()).rejects.toMatchObject({ code: 'upstream_failed' });
  });

  test('limits the number of cached tenants', async () => {
    const { stage, names } = staged(1);
    await names();
    await names('tnt_b');
    await names();
    expect(stage.asked).toEqual([tenant, 'tnt_b', tenant]);
  });
});
