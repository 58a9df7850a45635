import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, eventuallyPasses } from '@platform/testkit/eventually';
import { sendRaw } from '@platform/testkit/http';
import { pause, raw, stage, stubService } from './stage.ts';
import type { GatewayAnswer, Stage, StagedGateway, StubService } from './stage.ts';

let platform: Stage;
let gateway: StagedGateway;
let directory: StubService;
let usual: StubService['answer'];

beforeAll(async () => {
  platform = await stage();
  directory = platform.directory;
  usual = directory.answer;
  gateway = await platform.start({
    'platform.gateway.timeout-first-byte': '300ms',
    'platform.gateway.timeout-idle': '300ms',
    'platform.gateway.breaker.volume': '1000',
  });
});
afterEach(() => {
  directory.answer = usual;
  directory.answerAtHead = undefined;
});
afterAll(() => platform.stop());

const users = '/api/v1/directory/users';
const importPath = '/api/v1/fga/tuples:import';
const json = { 'content-type': 'application/json' };

describe('what a service is sent', () => {
  it("is the bearer token, the gateway's own token, the tenant, the address and the allowed headers", async () => {
    const acme = platform.hub.tenant('acme');
    const token = await platform.hub.token({ tenant: acme });
    const kept = {
      accept: 'application/json',
      'accept-language': 'de',
      'content-language': 'de',
      'if-match': '"1"',
      'if-none-match': '"2"',
      range: 'bytes=0-1',
      'idempotency-key': 'k1',
      'user-agent': 'test',
      'x-request-id': 'caller-request-1',
      tracestate: 'a=b',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    };
    await gateway.call(users, {
      token,
      headers: {
        ...kept,
        cookie: 'a=b',
        forwarded: 'for=1.2.3.4',
        'x-forwarded-for': '1.2.3.4',
        'x-forwarded-host': 'evil',
        'x-platform-tenant': 'tnt_evil',
        'x-platform-client-ip': '6.6.6.6',
        'x-platform-service-authorization': 'Bearer evil',
        'x-custom': '1',
        'accept-evil': '1',
        connection: 'close, accept-evil',
        te: 'trailers',
      },
    });
    const { headers } = directory.last();
    const { 'x-platform-service-authorization': own, host, connection: _, ...rest } = headers;
    expect(rest).toEqual({
      ...kept,
      authorization: `Bearer ${token}`,
      'x-platform-tenant': acme.id,
      'x-platform-client-ip': '127.0.0.1',
    });
    expect(host).toBe(`127.0.0.1:${directory.port}`);
    const claims = JSON.parse(
      Buffer.from(String(own).split('.')[1] as string, 'base64url').toString(),
    );
    expect([claims.sub, claims.aud]).toEqual([
      'system:serviceaccount:platform:product-api',
      ['directory'],
    ]);
  });

  it.each(['short', 'with space in it', 'x'.repeat(129), 'wäre-nicht-gut'])(
    'has a request id of its own instead of %s',
    async (id) => {
      const answer = await gateway.call(users, {
        headers: {
          'x-request-id': Buffer.from(id).toString('latin1'),
          traceparent: '00-0-0-0',
          tracestate: 'a=b',
        },
      });
      const { headers } = directory.last();
      expect(headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
      expect(answer.headers['x-request-id']).toBe(headers['x-request-id']);
      expect(headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
      expect(headers.tracestate).toBeUndefined();
    },
  );

  it('includes the body unchanged, with a length or in chunks', async () => {
    const body = Buffer.from(JSON.stringify({ email: 'ä@example.com', pad: 'x'.repeat(100_000) }));
    const announced = await gateway.call(users, { method: 'POST', headers: json, body });
    expect(announced.status).toBe(200);
    expect(directory.last().body.equals(body)).toBe(true);
    expect(directory.last().headers['content-length']).toBe(String(body.length));
    const chunked = await gateway.call(users, {
      method: 'POST',
      headers: { ...json, 'transfer-encoding': 'chunked' },
      body,
    });
    expect(chunked.status).toBe(200);
    expect(directory.last().body.equals(body)).toBe(true);
    expect(directory.last().headers['transfer-encoding']).toBe('chunked');
  });

  it('goes to the service that owns the operation', async () => {
    const before = platform.outbound.seen.length;
    await gateway.call('/api/v1/organizations');
    expect(directory.last().url).toBe('/api/v1/organizations');
    expect(platform.outbound.seen).toHaveLength(before);
  });
});

describe('what the caller is sent', () => {
  it('is the response without hop-by-hop and internal headers', async () => {
    directory.answer = (_req, res) =>
      void res
        .writeHead(201, {
          'content-type': 'application/json',
          etag: '"7"',
          server: 'secret',
          'x-powered-by': 'secret',
          'x-platform-secret': '1',
          'x-platform-preview': 'webhooks',
          'x-inner': '1',
          connection: 'keep-alive, x-inner',
          'cache-control': 'private',
          'x-request-id': 'theirs-123',
        })
        .end('{"a":1}');
    const { status, headers, text } = await gateway.call(users);
    expect([status, text]).toEqual([201, '{"a":1}']);
    expect(headers).toMatchObject({
      etag: '"7"',
      'x-platform-preview': 'webhooks',
      'cache-control': 'private',
      'x-content-type-options': 'nosniff',
    });
    for (const name of [
      'server',
      'x-powered-by',
      'x-platform-secret',
      'x-inner',
      'strict-transport-security',
    ])
      expect(headers[name]).toBeUndefined();
    expect(headers['x-request-id']).toMatch(/^req_/);
  });

  it('must not be cached unless the service allows it, and sets HSTS if TLS is used', async () => {
    expect((await gateway.call(users)).headers['cache-control']).toBe('no-store');
    const tls = await platform.start({
      'platform.gateway.public-base-url': 'https://api.example.com',
    });
    expect((await tls.call(users)).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it.each([
    [500, 'text/html', 502, 'upstream_failed'],
    [503, 'text/plain', 502, 'upstream_failed'],
    [503, 'application/problem+json', 503, 'theirs'],
    [504, 'application/problem+json', 504, 'theirs'],
    [404, 'text/html', 404, undefined],
  ] as const)('for a %i of %s is a %i', async (given, type, status, code) => {
    directory.answer = (_req, res) =>
      void res.writeHead(given, { 'content-type': type }).end('{"code":"theirs"}');
    const answer = await gateway.call(users);
    expect([answer.status, answer.body?.code]).toEqual([status, code]);
  });

  it('is a 502 if the service rejects the gateway, whatever the bearer token', async () => {
    directory.answer = (_req, res) =>
      void res
        .writeHead(401, {
          'content-type': 'application/problem+json',
          'x-platform-refused-identity': 'service',
        })
        .end('{"code":"token_invalid"}');
    const answer = await gateway.call(users);
    expect([answer.status, answer.body.code]).toEqual([502, 'upstream_failed']);
    expect(answer.headers['www-authenticate']).toBeUndefined();
  });

  it.each([
    [256, 'announced'],
    [256, 'in chunks'],
    [16 * 1024, 'announced'],
    [16 * 1024 + 1, 'announced'],
    [3_000_000, 'announced'],
    [3_000_000, 'in chunks'],
  ])('is unchanged, even for a slow reader: %i bytes, %s', async (size, how) => {
    const bytes = Buffer.from(Array.from({ length: size }, (_, i) => (i * 7 + (i >> 8)) & 0xff));
    directory.answer = (_req, res) =>
      void res
        .writeHead(200, {
          'content-type': 'application/octet-stream',
          ...(how === 'announced' ? { 'content-length': size } : {}),
        })
        .end(bytes);
    const token = await platform.hub.token({ tenant: platform.hub.tenant('acme') });
    const got = await new Promise<Buffer>((resolve, reject) => {
      request(
        {
          host: '127.0.0.1',
          port: gateway.httpPort,
          path: users,
          agent: false,
          headers: { authorization: `Bearer ${token}` },
        },
        async (res) => {
          const chunks: Buffer[] = [];
          for await (const chunk of res) {
            chunks.push(chunk as Buffer);
            if (chunks.length < 4) await pause(20);
          }
          resolve(Buffer.concat(chunks));
        },
      )
        .once('error', reject)
        .end();
    });
    expect(got.equals(bytes)).toBe(true);
  });

  it('streams downloads', async () => {
    const part = Buffer.alloc(256 * 1024, 7);
    directory.answer = (_req, res) => {
      for (let i = 0; i < 8; i++) res.write(part);
      res.end();
    };
    const answer = await gateway.call(users);
    expect(answer.text).toHaveLength(8 * part.length);
  });

  it('is aborted, not silently truncated, when the service breaks off', async () => {
    directory.answer = (_req, res) => {
      res.writeHead(200, { 'content-length': 100 });
      res.write('half');
      setTimeout(() => res.destroy(), 20);
    };
    await expect(gateway.call(users)).rejects.toThrow();
  });
});

describe('timeouts', () => {
  it('gives up when the first byte does not come', async () => {
    directory.answer = () => undefined;
    const answer = await gateway.call(users);
    expect([answer.status, answer.body.code]).toEqual([504, 'upstream_timeout']);
    await eventuallyPasses(() => expect(directory.last().isAborted).toBe(true));
  });

  it('aborts a response that pauses for too long', async () => {
    directory.answer = (_req, res) => void res.writeHead(200).write('a');
    await expect(gateway.call(users)).rejects.toThrow();
    await eventuallyPasses(() => expect(directory.last().isAborted).toBe(true));
  });

  it.each([500, 502])(
    'does not wait for the body of a %i that is not passed on',
    async (status) => {
      directory.answer = (_req, res) =>
        void res.writeHead(status, { 'content-type': 'text/html' }).write('a');
      expect((await gateway.call(users)).body.code).toBe('upstream_failed');
      await eventuallyPasses(() => expect(directory.last().isAborted).toBe(true));
    },
  );

  it('does not abort a response that keeps making progress', async () => {
    directory.answer = (_req, res) => {
      let n = 0;
      const timer = setInterval(() => {
        res.write('x');
        if (++n === 5) {
          clearInterval(timer);
          res.end();
        }
      }, 120);
    };
    expect((await gateway.call(users)).text).toBe('xxxxx');
  });
});

describe('a caller that reads slowly', () => {
  /** More than the buffers on the way can take. */
  const size = 40_000_000;
  const bytes = Buffer.alloc(size, 7);
  let isCut: boolean;
  const stream = (): void => {
    isCut = false;
    directory.answer = (req, res) => {
      req.socket.once('close', () => (isCut = true));
      res.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
    };
  };

  it('is not cut off because the service pauses in the meantime', async () => {
    stream();
    const patient = await platform.start({ 'platform.gateway.timeout-idle': '300ms' });
    const token = await platform.hub.token({ tenant: platform.hub.tenant('acme') });
    const got = await new Promise<number>((resolve, reject) => {
      request(
        {
          host: '127.0.0.1',
          port: patient.httpPort,
          path: users,
          agent: false,
          headers: { authorization: `Bearer ${token}` },
        },
        async (res) => {
          try {
            let read = 0;
            let pauses = 0;
            for await (const chunk of res) {
              read += (chunk as Buffer).length;
              // Twice as long as a service may pause.
              if (read > pauses * 15_000_000 && pauses++ < 3) await pause(600);
            }
            resolve(read);
          } catch (error) {
            reject(error as Error);
          }
        },
      )
        .once('error', reject)
        .end();
    });
    expect(got).toBe(size);
  });

  it('has a time limit as well', async () => {
    stream();
    const strict = await platform.start({
      'platform.gateway.timeout-idle': '200ms',
      'platform.gateway.timeout-caller': '500ms',
    });
    const token = await platform.hub.token({ tenant: platform.hub.tenant('acme') });
    const socket = connect(strict.httpPort, '127.0.0.1', () =>
      socket.write(`GET ${users} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`),
    );
    socket.pause();
    await eventuallyPasses(() => expect(isCut).toBe(true), { withinMs: 6_000 });
    await eventuallyPasses(async () =>
      expect(await strict.metrics()).toMatch(
        /gateway_inflight\{[^}]*upstream="directory"[^}]*\} 0/,
      ),
    );
    socket.destroy();
  });

  it('gets no additional time for several completed responses', async () => {
    directory.answer = (_req, res) =>
      void res.writeHead(200, { 'content-length': 60_000 }).end(Buffer.alloc(60_000, 7));
    const strict = await platform.start({ 'platform.gateway.timeout-caller': '2s' });
    const token = await platform.hub.token({ tenant: platform.hub.tenant('acme') });
    // Keys and connections are open now, so only the caller takes time.
    expect((await strict.call(users, { token })).status).toBe(200);
    const before = directory.seen.length;
    const socket = connect(strict.httpPort, '127.0.0.1', () =>
      socket.write(
        `GET ${users} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`.repeat(300),
      ),
    );
    socket.pause();
    await eventuallyPasses(() => expect(directory.seen.length - before).toBeGreaterThan(1));
    // One request may begin after another has ended, so wait until no more arrive.
    let [served, looks] = [0, 0];
    await eventually(
      async () => {
        const isIdle = /gateway_inflight\{[^}]*upstream="directory"[^}]*\} 0/.test(
          await strict.metrics(),
        );
        looks = isIdle && directory.seen.length === served ? looks + 1 : 0;
        served = directory.seen.length;
        return looks === 40;
      },
      { what: 'the end of the connection', withinMs: 12_000 },
    );
    socket.destroy();
  });
});

describe('bodies that take too long', () => {
  /** Sends a head and a byte. Resolves to the data received when the connection ends. */
  const drip = async (port: number): Promise<string> => {
    const token = await platform.hub.token({ tenant: platform.hub.tenant('acme') });
    return raw(
      port,
      `POST ${users} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      /^(?!)/,
    );
  };

  it('are cut off, and the service sees an incomplete request', async () => {
    const strict = await platform.start({}, { bodyTimes: { jsonMs: 1_000, octetsMs: 10_000 } });
    // On a busy machine the time may be over before the service is called.
    await eventually(async () => {
      const before = directory.seen.length;
      const answer = await drip(strict.httpPort);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('The request body did not arrive in time');
      return directory.seen.length > before;
    });
    await eventuallyPasses(() => expect(directory.last().isAborted).toBe(true));
    expect(await strict.metrics()).toMatch(
      /gateway_breaker_state\{[^}]*upstream="directory"[^}]*\} 0/,
    );
  });

  it('are not waited for after the response either', async () => {
    directory.answerAtHead = (_req, res) =>
      Boolean(
        res
          .writeHead(409, { 'content-type': 'application/problem+json' })
          .end('{"code":"conflict"}'),
      );
    const strict = await platform.start({}, { bodyTimes: { jsonMs: 500, octetsMs: 10_000 } });
    // On a busy machine the time may be over before the service has answered.
    await eventuallyPasses(async () =>
      expect(await drip(strict.httpPort)).toMatch(/^HTTP\/1\.1 409 /),
    );
  });

  it('count as a failure of the service if it does not read them', async () => {
    const deaf = createServer((socket) => void socket.on('error', () => undefined).pause());
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
    const port = (deaf.address() as AddressInfo).port;
    const other = await platform.start({
      'platform.gateway.services.fga.url': `http://127.0.0.1:${port}`,
      'platform.gateway.timeout-first-byte': '300ms',
    });
    const token = await platform.hub.token({ tenant: platform.hub.tenant('acme') });
    const answer = await raw(
      other.httpPort,
      `POST ${importPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 8000001\r\n\r\n${' '.repeat(8_000_000)}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 504 /);
    deaf.close();
  });
});

describe('callers that leave', () => {
  it('end the request upstream', async () => {
    directory.answer = () => undefined;
    const patient = await platform.start();
    const token = await platform.hub.token({ tenant: platform.hub.tenant('acme') });
    const before = directory.seen.length;
    const outgoing = request({
      host: '127.0.0.1',
      port: patient.httpPort,
      path: users,
      headers: { authorization: `Bearer ${token}` },
    });
    outgoing.on('error', () => undefined);
    outgoing.end();
    await eventuallyPasses(() => expect(directory.seen.length).toBe(before + 1));
    outgoing.destroy();
    await eventuallyPasses(() => expect(directory.last().isAborted).toBe(true));
    await eventuallyPasses(async () =>
      expect(await patient.metrics()).toMatch(/gateway_requests_total\{[^}]*status="499"[^}]*\} 1/),
    );
  });
});

describe('callers that leave while their answers wait behind another', () => {
  it('leave no requests in progress', async () => {
    const answered: string[] = [];
    directory.answer = (req, res, seen) => {
      if (seen.url === users) return;
      res.once('finish', () => answered.push(seen.url));
      usual(req, res, seen);
    };
    const patient = await platform.start();
    const token = await platform.hub.token({ tenant: platform.hub.tenant('acme') });
    const socket = connect(patient.httpPort, '127.0.0.1', () =>
      socket.write(
        [users, `${users}?b`, `${users}?c`]
          .map(
            (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
          )
          .join(''),
      ),
    );
    const underWay = async (n: number): Promise<void> =>
      expect(await patient.metrics()).toMatch(
        new RegExp(`gateway_inflight\\{[^}]*upstream="directory"[^}]*\\} ${n}\n`),
      );
    await eventuallyPasses(() => expect(answered).toHaveLength(2));
    // Both requests are waiting when a round trip begun after them ends.
    expect((await patient.call(`${users}?d`)).status).toBe(200);
    await underWay(3);
    socket.destroy();
    await eventuallyPasses(() => underWay(0));
    const metrics = await patient.metrics();
    expect(metrics).toMatch(/gateway_requests_total\{[^}]*status="200"[^}]*\} 3/);
    expect(metrics).toMatch(/gateway_requests_total\{[^}]*status="499"[^}]*\} 1/);
  });
});

describe('a caller that leaves in the middle of its body', () => {
  it('ends the upstream request, and does not count as a failure', async () => {
    const guarded = await platform.start({ 'platform.gateway.breaker.volume': '2' });
    const token = await platform.hub.token({ tenant: platform.hub.tenant('acme') });
    for (let i = 0; i < 4; i++) {
      const before = directory.seen.length;
      const outgoing = request({
        host: '127.0.0.1',
        port: guarded.httpPort,
        path: users,
        method: 'POST',
        headers: { ...json, 'content-length': 100, authorization: `Bearer ${token}` },
      });
      outgoing.on('error', () => undefined);
      outgoing.write('{');
      await eventuallyPasses(() => expect(directory.seen.length).toBe(before + 1));
      outgoing.destroy();
      await eventuallyPasses(() => expect(directory.last().isAborted).toBe(true));
    }
    expect((await guarded.call(users)).status).toBe(200);
    expect(await guarded.metrics()).toMatch(
      /gateway_breaker_state\{[^}]*upstream="directory"[^}]*\} 0/,
    );
  });
});

describe('a service that answers before the body is in', () => {
  it.each(['Content-Length: 250000', 'Transfer-Encoding: chunked'])(
    'is passed on immediately, and the connection stays open: %s',
    async (framing) => {
      directory.answerAtHead = (req, res) => {
        if (req.method !== 'POST') return false;
        res
          .writeHead(409, { 'content-type': 'application/problem+json' })
          .end('{"code":"conflict"}');
        return true;
      };
      const token = await platform.hub.token({ tenant: platform.hub.tenant('acme') });
      const head = (line: string, more: string): string =>
        `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`;
      const half = Buffer.alloc(50_000, 32);
      const rest = Buffer.alloc(200_000, 32);
      const socket = connect(gateway.httpPort, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      const put = (body: Buffer): void =>
        void (framing.startsWith('Tr')
          ? socket.write(
              Buffer.concat([
                Buffer.from(`${body.length.toString(16)}\r\n`),
                body,
                Buffer.from('\r\n'),
              ]),
            )
          : socket.write(body));
      socket.write(head(`POST ${users}`, `Content-Type: application/json\r\n${framing}\r\n`));
      put(half);
      await eventuallyPasses(() => expect(text).toMatch(/^HTTP\/1\.1 409/));
      put(rest);
      if (framing.startsWith('Tr')) socket.write('0\r\n\r\n');
      socket.write(head(`GET ${users}`, ''));
      await eventuallyPasses(() => expect(text).toMatch(/HTTP\/1\.1 200/));
      socket.destroy();
    },
  );
});

describe('bodies in chunks', () => {
  it('are counted and cut off with 413, and the service sees an incomplete request', async () => {
    const token = await platform.hub.token({ tenant: platform.hub.tenant('acme') });
    const before = directory.seen.length;
    const answer = await new Promise<GatewayAnswer>((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: gateway.httpPort,
          path: users,
          method: 'POST',
          headers: { ...json, authorization: `Bearer ${token}` },
        },
        (res) => {
          let text = '';
          res.on('data', (chunk) => (text += chunk));
          res.once('end', () =>
            resolve({
              status: res.statusCode ?? 0,
              headers: res.headers,
              text,
              body: JSON.parse(text),
            }),
          );
        },
      );
      outgoing.once('error', reject);
      const timer = setInterval(() => void outgoing.write(Buffer.alloc(32 * 1024, 32)), 2);
      outgoing.once('close', () => clearInterval(timer));
    });
    expect([answer.status, answer.body.code, answer.headers.connection]).toEqual([
      413,
      'payload_too_large',
      'close',
    ]);
    expect(directory.seen.slice(before).every((seen) => seen.body.length === 0)).toBe(true);
    await eventuallyPasses(() =>
      expect(directory.seen.slice(before).every((seen) => seen.isAborted)).toBe(true),
    );
  });
});

describe('retries', () => {
  /** Closes the connections of the next `n` requests, before or after reading. */
  const closing = (n: number) => {
    let left = n;
    return (socket: Socket): boolean => {
      if (left-- <= 0) return false;
      socket.destroy();
      return true;
    };
  };

  it.each([
    ['GET', 200, 2],
    ['HEAD', 200, 2],
    ['POST', 502, 1],
    ['DELETE', 502, 1],
  ] as const)(
    '%s on a connection that closed without an answer: %i after %i',
    async (method, status, times) => {
      const path = method === 'DELETE' ? `${users}/u` : users;
      const close = closing(1);
      directory.answer = (req, res, seen) => {
        if (!close(req.socket)) usual(req, res, seen);
      };
      const before = directory.seen.length;
      const answer = await gateway.call(path, {
        method,
        ...(method === 'POST' ? { body: '{}', headers: json } : {}),
      });
      expect(answer.status).toBe(status);
      expect(directory.seen.length - before).toBe(times);
    },
  );

  it('never follow bytes that are not a response', async () => {
    directory.answer = (req) => void req.socket.end('what is this\r\n\r\n');
    const before = directory.seen.length;
    expect((await gateway.call(users)).status).toBe(502);
    expect(directory.seen.length - before).toBe(1);
  });

  it('never follow a response', async () => {
    directory.answer = (_req, res) => void res.writeHead(503).end();
    const before = directory.seen.length;
    await gateway.call(users);
    expect(directory.seen.length - before).toBe(1);
  });

  it('are made after a refused connection, because the body has not been sent', async () => {
    const place = await stubService();
    const other = await platform.start({
      'platform.gateway.services.directory.url': `http://127.0.0.1:${place.port}`,
    });
    await place.stop();
    const answer = await other.call(users, { method: 'POST', headers: json, body: '{"a":1}' });
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      503,
      'upstream_unavailable',
      '1',
    ]);
    expect(await other.metrics()).toMatch(
      /gateway_upstream_retries_total\{[^}]*upstream="directory"[^}]*\} 1/,
    );
    const again = await stubService(place.port);
    expect(
      (await other.call(users, { method: 'POST', headers: json, body: '{"a":1}' })).status,
    ).toBe(200);
    expect(again.last().body.toString()).toBe('{"a":1}');
    await again.stop();
  });

  it('stop when their budget is spent', async () => {
    const none = await platform.start({ 'platform.gateway.retry.budget-percent': '0' });
    const close = closing(1);
    directory.answer = (req, res, seen) => {
      if (!close(req.socket)) usual(req, res, seen);
    };
    expect((await none.call(users)).status).toBe(502);
  });
});

describe('breaker', () => {
  it('opens when half of the calls fail, rejects immediately, probes and closes', async () => {
    const guarded = await platform.start({
      'platform.gateway.breaker.volume': '4',
      'platform.gateway.breaker.open': '400ms',
    });
    let isBroken = true;
    directory.answer = (req, res, seen) =>
      isBroken ? void res.writeHead(503).end() : usual(req, res, seen);
    for (let i = 0; i < 4; i++) expect((await guarded.call(users)).status).toBe(502);
    const before = directory.seen.length;
    const open = await guarded.call(users);
    expect([open.status, open.body.code, open.headers['retry-after']]).toEqual([
      503,
      'upstream_unavailable',
      '1',
    ]);
    expect(directory.seen).toHaveLength(before);
    expect((await sendRaw(guarded.httpPort, '/readyz')).status).toBe(200);
    expect(await guarded.metrics()).toMatch(
      /gateway_breaker_state\{[^}]*upstream="directory"[^}]*\} 2/,
    );
    isBroken = false;
    await pause(450);
    expect((await guarded.call(users)).status).toBe(200);
    expect((await guarded.call(users)).status).toBe(200);
  });

  it('does not count errors that a service returns itself, nor a 500', async () => {
    const guarded = await platform.start({ 'platform.gateway.breaker.volume': '4' });
    directory.answer = (_req, res, seen) =>
      void res
        .writeHead(seen.url.includes('plain') ? 500 : 503, {
          'content-type': seen.url.includes('plain') ? 'text/html' : 'application/problem+json',
        })
        .end('{}');
    for (let i = 0; i < 6; i++) await guarded.call(i % 2 ? `${users}?plain` : users);
    directory.answer = usual;
    expect((await guarded.call(users)).status).toBe(200);
  });

  /** Callers that disconnect while the service is silent. */
  async function leave(guarded: StagedGateway, times: number): Promise<void> {
    directory.answer = () => undefined;
    const token = await platform.hub.token({ tenant: platform.hub.tenant('acme') });
    for (let i = 0; i < times; i++) {
      const before = directory.seen.length;
      const outgoing = request({
        host: '127.0.0.1',
        port: guarded.httpPort,
        path: users,
        headers: { authorization: `Bearer ${token}` },
      });
      outgoing.on('error', () => undefined);
      outgoing.end();
      await eventuallyPasses(() => expect(directory.seen.length).toBe(before + 1));
      outgoing.destroy();
      await eventuallyPasses(() => expect(directory.last().isAborted).toBe(true));
    }
    directory.answer = usual;
  }

  it('does not count callers that leave', async () => {
    const guarded = await platform.start({ 'platform.gateway.breaker.volume': '3' });
    await leave(guarded, 5);
    expect((await guarded.call(users)).status).toBe(200);
  });

  it('does not count calls that wait by design, and rejects them while it is open', async () => {
    const guarded = await platform.start({ 'platform.gateway.breaker.volume': '4' });
    const waiting = '/api/v1/events';
    const other = '/api/v1/webhook-endpoints';
    const was = platform.outbound.answer;
    const broken: StubService['answer'] = (_req, res) => void res.writeHead(503).end();
    platform.outbound.answer = broken;
    for (let i = 0; i < 6; i++) expect((await guarded.call(waiting)).status).toBe(502);
    platform.outbound.answer = was;
    expect([(await guarded.call(other)).status, (await guarded.call(other)).status]).toEqual([
      200, 200,
    ]);
    for (let i = 0; i < 6; i++) expect((await guarded.call(waiting)).status).toBe(200);
    platform.outbound.answer = broken;
    expect([(await guarded.call(other)).status, (await guarded.call(other)).status]).toEqual([
      502, 502,
    ]);
    platform.outbound.answer = was;
    expect([(await guarded.call(other)).status, (await guarded.call(waiting)).status]).toEqual([
      503, 503,
    ]);
  });

  it('opens when half of the other calls fail, however many callers leave', async () => {
    const guarded = await platform.start({ 'platform.gateway.breaker.volume': '4' });
    await leave(guarded, 5);
    for (let i = 0; i < 2; i++) expect((await guarded.call(users)).status).toBe(200);
    directory.answer = (_req, res) => void res.writeHead(503).end();
    for (let i = 0; i < 2; i++) expect((await guarded.call(users)).status).toBe(502);
    expect((await guarded.call(users)).status).toBe(503);
  });
});

it('rejects requests above the concurrency limit', async () => {
  const narrow = await platform.start({ 'platform.gateway.max-in-flight': '1' });
  let finish = (): void => undefined;
  directory.answer = (req, res, seen) => {
    finish = () => usual(req, res, seen);
  };
  const before = directory.seen.length;
  const first = narrow.call(users);
  await eventuallyPasses(() => expect(directory.seen.length).toBe(before + 1));
  const second = await narrow.call(users);
  expect([second.status, second.body.code, second.headers['retry-after']]).toEqual([
    503,
    'upstream_unavailable',
    '1',
  ]);
  finish();
  expect((await first).status).toBe(200);
  directory.answer = usual;
  expect((await narrow.call(users)).status).toBe(200);
});

it('does not interpret a rejected body as the next request', async () => {
  const hidden = 'GET /api/v1/organizations HTTP/1.1\r\nHost: x\r\n\r\n';
  const before = directory.seen.length;
  const answer = await raw(
    gateway.httpPort,
    `POST ${users} HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  );
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  expect(directory.seen).toHaveLength(before);
});
