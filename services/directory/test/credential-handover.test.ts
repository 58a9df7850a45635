import { setTimeout as delay } from 'node:timers/promises';
import { serveSomeRpc } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { eventually } from '@platform/testkit/eventually';
import { startSibling } from '@platform/testkit/fake-sibling';
import type { TestSibling } from '@platform/testkit/fake-sibling';
import { testPlatform } from '@platform/testkit/service';
import type { TestPlatform } from '@platform/testkit/service';
import { withClient } from '@platform/dev/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directory } from '../src/service.ts';
import {
  configure,
  expectBody,
  imported as runImport,
  lines,
  usersPath,
} from './migration-fixtures.ts';

interface Item {
  userId: string;
  kind: string;
  value: string;
  key: string;
  asOf: string;
  mustChange: boolean;
}

let platform: TestPlatform;
let identity: TestSibling;
const imported: Item[] = [];
const removed: string[] = [];
let failures = 1;
/** Runs during a call. */
let meanwhile = async (_items: readonly Item[]): Promise<void> => undefined;

beforeAll(async () => {
  platform = await testPlatform(directory);
  identity = await startSibling(platform.cluster, 'identity-facade', () => [
    serveSomeRpc(
      'platform.identity.v1.Credentials',
      {
        async ImportCredentials({ items }) {
          if (failures > 0) {
            failures -= 1;
            throw problem('upstream_unavailable');
          }
          await meanwhile(items);
          imported.push(...items);
          return {
            results: items.map(({ key, value }) =>
              value === 'password123'
                ? { key, outcome: 'REJECTED', code: 'password_blocked' }
                : { key, outcome: 'APPLIED', code: '' },
            ),
          };
        },
        async Remove({ userId }) {
          removed.push(userId);
          return {};
        },
      },
      { ImportCredentials: ['directory'], Remove: ['directory'] },
    ),
  ]);
  await platform.cluster.tokenFile('directory', 'identity-facade');
  await platform.restart({
    'platform.rpc.peers.identity-facade': `127.0.0.1:${identity.rpcPort}`,
  });
});
afterAll(async () => {
  await platform.stop();
  await identity.stop();
});

const byTime = (a: Item, b: Item): number => (a.asOf < b.asOf ? -1 : 1);

const waiting = () =>
  withClient(
    platform.database.url,
    async (client) =>
      (
        await client.query(
          'SELECT FROM directory.credential_handover UNION ALL SELECT FROM directory.credential_batch',
        )
      ).rowCount,
  );

test('credentials of new users are handed over to the identity service, then deleted', async () => {
  const api = await platform.as({ tenant: platform.hub.tenant('acme') });
  const create = async (email: string, credential: object) =>
    (await api.post('/api/v1/directory/users', { body: { email, credential } })).body.id;
  const passwordHash = {
    algorithm: 'ssha',
    value: `{SSHA}${Buffer.alloc(24, 1).toString('base64')}`,
  };
  const ids = [
    await create('ada@example.com', { password: 'correct horse battery', mustChange: true }),
    await create('bob@example.com', { passwordHash }),
    await create('eve@example.com', { password: 'password123' }),
  ];
  await eventually(async () => (await waiting()) === 0);
  const itemOf = (id: string) => imported.find(({ userId }) => userId === id);
  expect(itemOf(ids[0])).toEqual({
    userId: ids[0],
    kind: 'password',
    value: 'correct horse battery',
    mustChange: true,
    key: expect.stringContaining(`handover/${ids[0]}/2`),
    asOf: expect.stringMatching(/\.\d{6}Z$/),
  });
  expect(itemOf(ids[1])).toMatchObject({ kind: 'password_hash', mustChange: false });
  expect(JSON.parse(itemOf(ids[1])?.value ?? '')).toEqual(passwordHash);
  expect(imported).toHaveLength(3);
});

describe('the end of an import', () => {
  const content = (email: string) =>
    lines([
      {
        email,
        passwordHash: {
          algorithm: 'ssha',
          value: `{SSHA}${Buffer.alloc(24, 2).toString('base64')}`,
        },
      },
    ]);

  test('waits until its users can sign in', async () => {
    const api = await platform.as({ tenant: platform.hub.tenant('patient') });
    await configure(api, content('patient@example.com'));
    let isHandedOver = false;
    meanwhile = async () => {
      await delay(500);
      isHandedOver = true;
    };
    const job = await runImport(api);
    expect([job.state, job.progress.created, isHandedOver]).toEqual(['COMPLETED', 1, true]);
    meanwhile = async () => undefined;
  });

  test('does not wait for an identity service that is unavailable', async () => {
    const api = await platform.as({ tenant: platform.hub.tenant('unwaiting') });
    await configure(api, content('unwaiting@example.com'));
    const before = imported.length;
    failures = 1;
    const job = await runImport(api);
    expect([job.state, imported.length - before]).toEqual(['COMPLETED', 0]);
    await eventually(() => imported.length === before + 1);
  });
});

describe('the response to a user creation', () => {
  const credential = { password: 'correct horse battery' };
  /**
   * Creates a user whose hand-over ends half a second later, or when the response arrives. Returns
   * the order of the two.
   */
  async function orderOf(tenantId: string, body: object): Promise<string[]> {
    const api = await platform.as({ tenant: platform.hub.tenant(tenantId) });
    const order: string[] = [];
    const answer = api.post(usersPath, { body }).then((came) => {
      expectBody(came);
      order.push('answer');
    });
    meanwhile = async () => {
      await Promise.race([answer, delay(500)]);
      order.push('hand-over');
    };
    await eventually(() => order.length === 2);
    meanwhile = async () => undefined;
    return order;
  }

  test('arrives when the user can sign in', async () => {
    const body = { email: 'now@example.com', credential };
    expect(await orderOf('patient', body)).toEqual(['hand-over', 'answer']);
    expect(await waiting()).toBe(0);
  });

  test('does not wait for further attempts', async () => {
    failures = 1;
    expect(await orderOf('away', { email: 'away@example.com', credential })).toEqual([
      'answer',
      'hand-over',
    ]);
  });

  test('does not wait if many users are created', async () => {
    const { id } = platform.hub.tenant('many');
    await withClient(platform.database.url, (client) =>
      client.query(
        `INSERT INTO directory.credential_handover (tenant_id, user_id, sealed, created_at)
         SELECT $1, 'usr_' || n, 'v1.none.x', now() FROM generate_series(1, 5) AS n`,
        [id],
      ),
    );
    const body = { email: 'many@example.com', credential };
    expect(await orderOf('many', body)).toEqual(['answer', 'hand-over']);
    await withClient(platform.database.url, (client) =>
      client.query('DELETE FROM directory.credential_handover WHERE tenant_id = $1', [id]),
    );
  });
});

describe('credentials of an import', () => {
  const passwordHash = {
    algorithm: 'ssha',
    value: `{SSHA}${Buffer.alloc(24, 2).toString('base64')}`,
  };
  const people = (domain: string) =>
    lines(Array.from({ length: 3 }, (_, i) => ({ email: `person${i}@${domain}`, passwordHash })));

  test('are handed over together', async () => {
    const api = await platform.as({ tenant: platform.hub.tenant('together') });
    const calls: number[] = [];
    meanwhile = async (items) => void calls.push(items.length);
    await configure(api, people('together.example.com'));
    await runImport(api);
    await eventually(async () => (await waiting()) === 0);
    expect(calls).toEqual([3]);
  });

  test('are followed by later ones that arrived during the hand-over', async () => {
    const api = await platform.as({ tenant: platform.hub.tenant('later') });
    const body = { email: 'person0@later.example.com', externalId: 'p0' };
    const later = lines([{ ...body, passwordHash }]);
    await configure(api, later, { options: { onExisting: 'update' } });
    let calls = 0;
    let letFirstEnd = (): void => undefined;
    const secondHasFailed = new Promise<void>((resolve) => (letFirstEnd = resolve));
    meanwhile = async () => {
      calls += 1;
      if (calls === 1) {
        await runImport(api);
        await secondHasFailed;
      } else if (calls === 2) {
        // The later one must still be waiting when the first is deleted.
        letFirstEnd();
        throw problem('upstream_unavailable');
      }
    };
    const credential = { password: 'correct horse battery' };
    const { id } = expectBody(await api.post(usersPath, { body: { ...body, credential } }));
    const kinds = () => {
      const items = imported.filter(({ userId }) => userId === id).sort(byTime);
      return [...new Map(items.map(({ key, kind }) => [key, kind])).values()];
    };
    await eventually(async () => kinds().length === 2 && (await waiting()) === 0);
    expect(kinds()).toEqual(['password', 'password_hash']);
    expect(removed).not.toContain(id);
  });

  test('are removed again if their user was deleted during the hand-over', async () => {
    const api = await platform.as({ tenant: platform.hub.tenant('deleted') });
    let deleted = '';
    meanwhile = async ([first]) => {
      if (deleted !== '' || !first) return;
      deleted = first.userId;
      expectBody(await api.delete(`${usersPath}/${deleted}`));
    };
    await configure(api, people('deleted.example.com'));
    await runImport(api);
    await eventually(async () => (await waiting()) === 0);
    expect(new Set(removed)).toEqual(new Set([deleted]));
  });
});
