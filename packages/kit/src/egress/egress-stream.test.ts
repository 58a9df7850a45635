import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { egress, EgressFailed, ResponseTooLarge } from './egress.ts';
import type { Egress, EgressOptions, EgressStreamRequest } from './egress.ts';

const mebibyte = 1024 * 1024;
const minute = 60_000;
const servers: Server[] = [];
const clients: Egress[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});

async function serving(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function client(origin: string, options: Partial<EgressOptions> = {}): Egress {
  const made = egress({ profile: 'object-store', trustedOrigins: [origin], ...options });
  clients.push(made);
  return made;
}

const call = (url: string, more: Partial<EgressStreamRequest> = {}): EgressStreamRequest => ({
  tenantId: 'tnt_a',
  method: 'GET',
  url,
  maxResponseBytes: 1024 * mebibyte,
  idleTimeoutMs: minute,
  ...more,
});

/** Produces `count` chunks of one MiB, and counts how many were read. */
function chunks(count: number) {
  const taken = { count: 0, isOver: false };
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (; taken.count < count;) {
        taken.count += 1;
        yield Buffer.alloc(mebibyte, taken.count);
      }
    } finally {
      taken.isOver = true;
    }
  }
  return { taken, body: source() };
}

async function readAll(body: AsyncIterable<Buffer>): Promise<number> {
  let length = 0;
  for await (const chunk of body) length += chunk.length;
  return length;
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of body) text += chunk.toString();
  return text;
}

const failureOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'succeeded',
    (error: unknown) => (error instanceof EgressFailed ? error.code : String(error)),
  );

describe('bodies of any size', () => {
  test('pass in both directions with constant memory', async () => {
    const url = await serving((request, response) => void request.pipe(response));
    const before = process.memoryUsage().rss;
    const { body } = chunks(400);
    const answer = await client(url).stream(call(url, { method: 'POST', body }));
    let length = 0;
    let most = 0;
    for await (const chunk of answer.body) {
      length += chunk.length;
      most = Math.max(most, process.memoryUsage().rss);
    }
    expect(length).toBe(400 * mebibyte);
    expect(most - before).toBeLessThan(200 * mebibyte);
  });

  test('are requested only as fast as they are consumed', async () => {
    let read: () => void = () => undefined;
    const url = await serving((request, response) => {
      read = () => void request.resume().once('end', () => response.end());
    });
    const { taken, body } = chunks(100);
    const sent = client(url).stream(call(url, { method: 'PUT', body }));
    await eventually(() => taken.count > 0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(taken.count).toBeLessThan(50);
    read();
    expect(await readAll((await sent).body)).toBe(0);
    expect(taken.count).toBe(100);
  });

  test('are read only as fast as the caller reads', async () => {
    const { taken, body } = chunks(100);
    const url = await serving(async (_request, response) => {
      for await (const chunk of body)
        if (!response.write(chunk)) await once(response, 'drain').catch(() => undefined);
      response.end();
    });
    const answer = await client(url).stream(call(url));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(taken.count).toBeLessThan(50);
    expect(await readAll(answer.body)).toBe(100 * mebibyte);
  });

  test('have a Content-Length if it is known', async () => {
    const url = await serving((request, response) => {
      const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
      request.resume().once('end', () => response.end(`${length} ${encoding}`));
    });
    const told = async (contentLength?: number): Promise<string> => {
      const { body } = chunks(2);
      const answer = await client(url).stream(call(url, { method: 'PUT', body, contentLength }));
      return textOf(answer.body);
    };
    expect(await told(2 * mebibyte)).toBe(`${2 * mebibyte} undefined`);
    expect(await told()).toBe('undefined chunked');
    await expect(told(mebibyte)).rejects.toThrow();
  });
});

describe('limits', () => {
  test('a body fails as soon as it exceeds the limit', async () => {
    const url = await serving((_request, response) => void response.end(Buffer.alloc(1_001)));
    const answer = await client(url).stream(call(url, { maxResponseBytes: 1_000 }));
    await expect(readAll(answer.body)).rejects.toThrow(ResponseTooLarge);
    const exact = await client(url).stream(call(url, { maxResponseBytes: 1_001 }));
    expect(await readAll(exact.body)).toBe(1_001);
  });

  test('a caller cannot request more than the limit of the profile', async () => {
    const url = await serving((_request, response) => void response.end(Buffer.alloc(70_000)));
    const hooks = client(url, { profile: 'hooks' });
    const answer = await hooks.stream(call(url));
    await expect(readAll(answer.body)).rejects.toThrow(ResponseTooLarge);
  });

  test.each<[string, RequestListener]>([
    ['before the head', () => undefined],
    ['in the body', (_request, response) => void response.write('x')],
  ])('a silent server times out %s', async (_when, handle) => {
    const url = await serving(handle);
    const read = client(url)
      .stream(call(url, { idleTimeoutMs: 100 }))
      .then(({ body }) => readAll(body));
    expect(await failureOf(read)).toBe('timeout');
  });

  test('a server that reads nothing times out', async () => {
    const url = await serving(() => undefined);
    const { body } = chunks(100);
    const sent = client(url).stream(call(url, { method: 'PUT', body, idleTimeoutMs: 200 }));
    expect(await failureOf(sent)).toBe('timeout');
  });

  test('a slow caller does not count as a silent server', async () => {
    const url = await serving((request, response) => {
      request.once('end', () => response.end('taken')).resume();
    });
    async function* slowly(): AsyncGenerator<Uint8Array> {
      for (const text of ['a', 'b']) {
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        yield Buffer.from(text);
      }
    }
    const answer = await client(url).stream(
      call(url, { method: 'POST', body: slowly(), idleTimeoutMs: 2_000 }),
    );
    expect(await textOf(answer.body)).toBe('taken');
  });

  test('an aborted caller ends the call', async () => {
    const url = await serving((_request, response) => void response.write('x'));
    const leave = new AbortController();
    const answer = await client(url).stream(call(url, { signal: leave.signal }));
    const read = readAll(answer.body);
    leave.abort(new Error('the caller left'));
    await expect(read).rejects.toThrow('the caller left');
    await eventually(() => sockets.size === 0);
  });

  test('a discarded or abandoned body closes its connection', async () => {
    const url = await serving((_request, response) => void response.write(Buffer.alloc(mebibyte)));
    (await client(url).stream(call(url))).discard();
    await eventually(() => sockets.size === 0);
    for await (const _chunk of (await client(url).stream(call(url))).body) break;
    await eventually(() => sockets.size === 0);
  });

  test('a connection is reused after its body was read to the end', async () => {
    let connections = 0;
    const url = await serving((_request, response) => void response.end('x'));
    servers.at(-1)?.on('connection', () => (connections += 1));
    const kept = client(url);
    for (let i = 0; i < 10; i += 1) await readAll((await kept.stream(call(url))).body);
    // A call may start before the previous connection is known to be free.
    expect(connections).toBeLessThan(3);
  });
});

describe('rules', () => {
  test('a forbidden address is not called, and the body is not read', async () => {
    const { taken, body } = chunks(1);
    const refused = client('https://elsewhere.example', {
      resolver: async () => ['169.254.169.254'],
    }).stream(call('https://files.example.com/a', { method: 'PUT', body }));
    expect(await failureOf(refused)).toBe('address_blocked');
    expect(taken.count).toBe(0);
  });

  test('a URL that breaks the profile is rejected', async () => {
    const plain = client('https://elsewhere.example').stream(call('http://files.example.com/'));
    expect(await failureOf(plain)).toBe('address_blocked');
  });

  test('redirects are followed as the profile allows, and each hop is checked again', async () => {
    const url = await serving((request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop === 0) response.end('there');
      // A body that never ends: the client must abandon it to follow the redirect.
      else response.writeHead(302, { location: `/${hop - 1}` }).write('moved');
    });
    const federation = client(url, { profile: 'federation' });
    const answer = await federation.stream(call(`${url}/2`));
    expect([answer.status, await readAll(answer.body)]).toEqual([200, 5]);
    await eventually(() => sockets.size <= 1);
    expect(await failureOf(federation.stream(call(`${url}/3`)))).toBe('redirect_not_followed');
    expect(await failureOf(client(url).stream(call(`${url}/1`)))).toBe('redirect_not_followed');
  });

  test('a truncated response is an error', async () => {
    const url = await serving((_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('x');
      setTimeout(() => response.destroy(), 20);
    });
    const answer = await client(url).stream(call(url));
    expect(await failureOf(readAll(answer.body))).toBe('connection_reset');
  });

  test('an error of the source is passed on unchanged', async () => {
    const url = await serving((request) => void request.resume());
    // oxlint-disable-next-line require-yield
    async function* broken(): AsyncGenerator<Uint8Array> {
      throw new RangeError('the file has gone');
    }
    const sent = client(url).stream(call(url, { method: 'PUT', body: broken() }));
    await expect(sent).rejects.toThrow('the file has gone');
  });
});
