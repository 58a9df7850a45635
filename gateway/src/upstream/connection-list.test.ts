import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from 'undici';
import { connectionList } from './connection-list.ts';

const server = createServer((_req, res) => res.end('ok'));
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const use = async (client: Client): Promise<void> => {
  const { body } = await client.request({ path: '/', method: 'GET' });
  await body.dump();
};

describe('connections to a service', () => {
  it('are used again, the one that became free last first', async () => {
    const list = connectionList(origin, { maxAgeMs: 60_000, connectMs: 1_000 });
    const [first, second] = [list.take(), list.take()];
    expect(second).not.toBe(first);
    await Promise.all([use(first), use(second)]);
    list.giveBack(first);
    list.giveBack(second);
    expect(list.take()).toBe(second);
    expect(list.take()).toBe(first);
    list.close();
  });

  it('are replaced once they have reached their age', async () => {
    const list = connectionList(origin, { maxAgeMs: 1, connectMs: 1_000 });
    const old = list.take();
    await use(old);
    await new Promise((resolve) => setTimeout(resolve, 5));
    list.giveBack(old);
    expect(list.take()).not.toBe(old);
    expect(old.closed).toBe(true);
    list.close();
  });

  it('end with the list, even those in use', () => {
    const list = connectionList(origin, { maxAgeMs: 60_000, connectMs: 1_000 });
    const busy = list.take();
    list.close();
    expect(busy.destroyed).toBe(true);
  });
});
