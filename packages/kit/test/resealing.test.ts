import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { withClient } from '@platform/dev/postgres';
import { testStore } from '../src/bus/test-store.ts';
import type { Database } from '../src/database/database.ts';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';
import type { Logger } from '../src/telemetry/log.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { secretBox } from '../src/secrets/secrets.ts';
import type { SecretBox } from '../src/secrets/secrets.ts';
import { resealing } from '../src/upkeep/resealing.ts';
import type { SealedColumn } from '../src/upkeep/resealing.ts';

const keyOf = (fill: number): Buffer => Buffer.alloc(32, fill);
const boxOf = (activeKeyId: string, ...others: string[]): SecretBox =>
  secretBox({
    activeKeyId,
    keys: new Map([activeKeyId, ...others].map((id) => [id, keyOf(Number(id.slice(1)))])),
  });
const [old, both, fresh, lost] = [boxOf('k1'), boxOf('k2', 'k1'), boxOf('k2'), boxOf('k9')];

const [ours, theirs, platform] = [newId('tenant'), newId('tenant'), newId('tenant')];
const contextOf = (tenantId: string, shop = '', item = '') => ({
  tenantId,
  field: `safe/${shop}/${item}`,
});
const safes: SealedColumn = { table: 'safe', column: 'content', key: ['shop', 'item'], contextOf };
const vault: SealedColumn = {
  table: 'vault',
  column: 'content',
  key: ['item'],
  contextOf: (tenantId, item) => contextOf(tenantId, '', item),
  platformTenantId: platform,
};

let store: Awaited<ReturnType<typeof testStore>>;
beforeAll(async () => {
  store = await testStore();
  await sql(`CREATE TABLE safe (tenant_id text NOT NULL, shop text NOT NULL, item text NOT NULL, content text, version int NOT NULL DEFAULT 1, updated_at timestamptz NOT NULL DEFAULT now(),
      seal_key_id text GENERATED ALWAYS AS (split_part(content, '.', 2)) STORED, PRIMARY KEY (tenant_id, shop, item));
    SELECT own_by_tenant('safe'); SELECT show_to_worker('safe'); GRANT SELECT (tenant_id, seal_key_id) ON safe TO shop_worker;
    CREATE TABLE vault (item text PRIMARY KEY, content text NOT NULL, seal_key_id text GENERATED ALWAYS AS (split_part(content, '.', 2)) STORED);
    ALTER TABLE vault ENABLE ROW LEVEL SECURITY; CREATE POLICY platform ON vault TO shop_app USING (current_setting('platform.tenant_id') = '${platform}'); GRANT SELECT, UPDATE ON vault TO shop_app`);
});
afterAll(() => store.stop());
beforeEach(() => sql('TRUNCATE safe, vault'));

async function sql<R = Record<string, unknown>>(text: string, params?: unknown[]): Promise<R[]> {
  return withClient(store.url, async (client) => {
    await client.query('SET search_path = shop');
    return (await client.query(text, params)).rows as R[];
  });
}

const put = (
  tenantId: string,
  items: readonly string[],
  contentOf: (item: string) => string | null,
): Promise<unknown> =>
  sql(
    'INSERT INTO safe (tenant_id, shop, item, content) SELECT $1, $2, i, c FROM unnest($3::text[], $4::text[]) AS n (i, c)',
    [tenantId, 'a', items, items.map(contentOf)],
  );
const numbered = (count: number, prefix = 'item'): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
const under =
  (box: SecretBox, tenantId: string) =>
  (item: string): string =>
    box.seal(`plain ${item}`, contextOf(tenantId, 'a', item));
/** Opens each row with this box. */
const opened = async (tenantId: string, box: SecretBox): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await sql<{ item: string; content: string }>(
        'SELECT item, content FROM safe WHERE tenant_id = $1',
        [tenantId],
      )
    ).map(({ item, content }) => {
      try {
        return [item, box.open(content, contextOf(tenantId, 'a', item))];
      } catch {
        return [item, 'closed'];
      }
    }),
  );
const allOpen = (items: readonly string[]): Record<string, string> =>
  Object.fromEntries(items.map((item) => [item, `plain ${item}`]));

function chore(
  secrets: SecretBox,
  { db = store.db, log = silentLog }: { db?: Database; log?: Logger } = {},
) {
  const metrics = createMetrics('shop');
  const stop = new AbortController();
  const told = async (name: string): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await metrics.registry.getSingleMetric(name)!.get()).values.map(({ labels, value }) => [
        (labels as Record<string, string>)['key_id'] ?? 'all',
        value,
      ]),
    );
  const made = resealing({ db, secrets, log, metrics }, [safes, vault]);
  return {
    run: () => made.work(stop.signal),
    stop: () => stop.abort(),
    gauges: made.gauges ?? [],
    usage: () => told('platform_sealed_rows'),
    unreadable: async () => (await told('platform_sealed_unreadable_rows'))['all'],
  };
}

describe('resealing', () => {
  test('re-encrypts the values of every tenant and the platform, and changes nothing else', async () => {
    const [many, few] = [numbered(1_203), numbered(3)];
    await put(ours, many, under(old, ours));
    await put(theirs, few, under(old, theirs));
    await put(ours, ['new'], under(fresh, ours));
    await put(ours, ['none'], () => null);
    await sql('INSERT INTO vault VALUES ($1, $2)', [
      'crown',
      old.seal('gold', contextOf(platform, '', 'crown')),
    ]);
    const rest =
      'SELECT tenant_id, shop, item, version, updated_at, content IS NULL AS none FROM safe ORDER BY 1, 2, 3';
    const [restBefore, newBefore] = [
      await sql(rest),
      await sql(`SELECT content FROM safe WHERE item = 'new'`),
    ];

    const { run, usage, unreadable } = chore(both);
    await run();
    expect(await opened(ours, fresh)).toEqual({ ...allOpen([...many, 'new']), none: 'closed' });
    expect(await opened(theirs, fresh)).toEqual(allOpen(few));
    const [crown] = await sql<{ content: string }>('SELECT content FROM vault');
    expect(fresh.open(crown!.content, contextOf(platform, '', 'crown'))).toBe('gold');
    expect(await sql(rest)).toEqual(restBefore);
    expect(await sql(`SELECT content FROM safe WHERE item = 'new'`)).toEqual(newBefore);
    expect([await usage(), await unreadable()]).toEqual([{ k1: 0, k2: 1_208, unknown: 0 }, 0]);
    expect(await sql('SELECT FROM outbox')).toEqual([]);
  });

  test('skips values that cannot be decrypted, counts them, and logs this once without their content', async () => {
    const [strange, good] = [numbered(501, 'a'), numbered(20, 'b')];
    await put(ours, strange, under(lost, ours));
    await put(ours, good, under(old, ours));
    await put(theirs, ['moved'], under(old, ours));
    await put(theirs, ['plain'], () => 'a.password.in.plain.text');
    const lines: string[] = [];
    const note = (...line: unknown[]): void => void lines.push(JSON.stringify(line));
    const before = await sql(`SELECT content FROM safe WHERE item LIKE 'a-%' ORDER BY item`);
    const { run, usage, unreadable } = chore(both, {
      log: { ...silentLog, info: () => undefined, error: note, warn: note } as unknown as Logger,
    });
    await run();
    expect(await opened(ours, fresh)).toMatchObject(allOpen(good));
    expect(await sql(`SELECT content FROM safe WHERE item LIKE 'a-%' ORDER BY item`)).toEqual(
      before,
    );
    expect(await usage()).toEqual({ k1: 1, k2: 20, unknown: 502 });
    expect(await unreadable()).toBe(503);
    expect(lines).toEqual([
      '[{"faults":{"safe: key_unknown":501,"safe: not_authentic":1,"safe: malformed":1}},"values cannot be decrypted and remain encrypted with their old key"]',
    ]);
  });

  test('skips a locked row, and keeps the concurrent change', async () => {
    await put(ours, ['held', 'free'], under(old, ours));
    const changed = fresh.seal('changed', contextOf(ours, 'a', 'held'));
    await withClient(store.url, async (client) => {
      await client.query(
        `SET search_path = shop; BEGIN; UPDATE safe SET content = '${changed}' WHERE item = 'held'`,
      );
      await chore(both).run();
      await client.query('COMMIT');
    });
    expect(await sql('SELECT item, content FROM safe WHERE item = $1', ['held'])).toEqual([
      { item: 'held', content: changed },
    ]);
    expect(await opened(ours, fresh)).toEqual({ held: 'changed', free: 'plain free' });
  });

  test('retries a row that was locked in the same run', async () => {
    await put(ours, ['held'], under(old, ours));
    const { run, usage } = chore(both);
    await withClient(store.url, async (client) => {
      await client.query(`SET search_path = shop; BEGIN; SELECT FROM safe FOR UPDATE`);
      const running = run();
      await eventually(async () => (await usage())['k1'] === 1);
      await client.query('ROLLBACK');
      await running;
    });
    expect(await usage()).toMatchObject({ k1: 0, k2: 1 });
  });

  test('loses nothing during continuous changes', async () => {
    const items = numbered(400);
    await put(ours, items, under(old, ours));
    const change = async (): Promise<void> => {
      for (const item of items.filter((_, i) => i % 4 === 0)) {
        const content = boxOf('k1', 'k2').seal(`changed ${item}`, contextOf(ours, 'a', item));
        await store.db.transact({ tenantId: ours, actor: { type: 'system', id: 'test' } }, (tx) =>
          tx.execute('UPDATE safe SET content = $1 WHERE item = $2', [content, item]),
        );
      }
    };
    let isChanging = true;
    const changes = change().finally(() => (isChanging = false));
    const { run } = chore(both);
    while (isChanging) await run();
    await changes;
    await run();
    expect(await opened(ours, fresh)).toEqual({
      ...allOpen(items),
      ...Object.fromEntries(
        items.filter((_, i) => i % 4 === 0).map((item) => [item, `changed ${item}`]),
      ),
    });
  });

  test('that is killed leaves each row encrypted with one of the keys, and the next run continues', async () => {
    const items = numbered(1_100);
    await put(ours, items, under(old, ours));
    let seals = 0;
    const dying: SecretBox = {
      ...both,
      seal: (plain, context) => {
        if ((seals += 1) > 700) throw new Error('killed');
        return both.seal(plain, context);
      },
    };
    await expect(chore(dying).run()).rejects.toThrow('killed');
    const moved = Object.values(await opened(ours, fresh)).filter((text) => text !== 'closed');
    expect(moved).toHaveLength(500);
    expect(await opened(ours, both)).toEqual(allOpen(items));
    await chore(both).run();
    expect(await opened(ours, fresh)).toEqual(allOpen(items));
  });

  test('ends with the lease, and stops reporting metrics that another pod now owns', async () => {
    await put(ours, numbered(3), under(fresh, ours));
    const { run, stop, usage, gauges } = chore(both);
    await run();
    expect(await usage()).toEqual({ k1: 0, k2: 3, unknown: 0 });
    stop();
    for (const gauge of gauges) gauge.reset();
    await put(ours, ['late'], under(old, ours));
    await run();
    expect([await usage(), (await opened(ours, old))['late']]).toEqual([{}, 'plain late']);
  });

  test('shows workers the owner and key of a value, but never the value', async () => {
    await expect(store.db.work((tx) => tx.rows('SELECT content FROM safe'))).rejects.toThrow(
      'permission denied',
    );
  });
});
