import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect as connectTcp, createServer as createTcpServer, Socket } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import type { TlsOptions } from 'node:tls';
import { egress, EgressFailed, egressFetch, EgressRefused } from './egress.ts';
import type { Egress, EgressOptions, EgressRequest, EgressResponse } from './egress.ts';

const host = 'hooks.example.com';
let tls: { key: string; cert: string };
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'egress-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
      '-subj',
      `/CN=${host}`,
      '-addext',
      `subjectAltName=DNS:${host},DNS:other.example.com`,
    ],
    { stdio: 'pipe' },
  );
  tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
});

const servers: Server[] = [];
const clients: Egress[] = [];
const sockets = new Set<Socket>();
/** Sockets of TLS servers that completed the handshake. */
const secured = new Set<Socket>();
const close = async (): Promise<void> => {
  await Promise.all(clients.splice(0).map(async (client) => client.close()));
  for (const socket of sockets) socket.destroy();
  await Promise.all(
    servers.splice(0).map(async (server) => new Promise((resolve) => server.close(resolve))),
  );
};
afterEach(close);
afterAll(close);

/** Resolves when every connection to the servers has closed, long before an idle one would. */
const allClosed = async (): Promise<void> => {
  for (let i = 0; i < 100 && secured.size > 0; i += 1) await wait(10);
  expect(secured.size).toBe(0);
};
const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on('secureConnection', (socket: Socket) => {
    secured.add(socket);
    socket.on('error', () => {}).on('close', () => secured.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
const https = async (handle: RequestListener, options: TlsOptions = {}): Promise<string> =>
  `https://${host}:${await listen(createHttpsServer({ ...tls, ...options }, handle))}`;
const client = (options: Partial<EgressOptions> = {}): Egress => {
  const made = egress({
    profile: 'webhooks',
    allowedNetworks: ['127.0.0.0/8'],
    extraCa: tls.cert,
    resolver: async () => ['127.0.0.1'],
    ...options,
  });
  clients.push(made);
  return made;
};
const post = async (
  with_: Egress,
  url: string,
  more: Partial<EgressRequest> = {},
): Promise<EgressResponse> =>
  with_.request({
    tenantId: 'tnt_a',
    method: 'POST',
    url,
    body: '{}',
    headers: { 'content-type': 'application/json' },
    ...more,
  });
const failure = async (work: Promise<unknown>): Promise<EgressFailed> => {
  const error: unknown = await work.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof EgressFailed) return error;
  throw error;
};
const codeOf = async (work: Promise<unknown>): Promise<string> => (await failure(work)).code;
const read = async (request: IncomingMessage): Promise<string> =>
  (await request.setEncoding('utf8').toArray()).join('');
const reply =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (_: IncomingMessage, response: ServerResponse): void =>
    void response.writeHead(status, headers).end(body);

describe('request', () => {
  test('posts over verified TLS and returns the response unchanged', async () => {
    let seen: Record<string, unknown> = {};
    const url = await https(async (request, response) => {
      seen = {
        ...request.headers,
        method: request.method,
        url: request.url,
        body: await read(request),
      };
      response.writeHead(201, { 'x-request-id': 'r1', 'set-cookie': ['a=1', 'b=2'] }).end('taken');
    });
    const answer = await post(client(), `${url}/in?a=b`, {
      body: '{"ä":1}',
      headers: {
        'content-type': 'application/json',
        Host: 'evil.example',
        'Content-Length': '999',
      },
    });
    expect(answer).toMatchObject({
      status: 201,
      truncated: false,
      remoteAddress: '127.0.0.1',
      headers: { 'x-request-id': 'r1', 'set-cookie': ['a=1', 'b=2'] },
    });
    expect(answer.body.toString()).toBe('taken');
    expect(answer.durationMs).toBeGreaterThanOrEqual(0);
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/in?a=b',
      body: '{"ä":1}',
      host: new URL(url).host,
      'content-length': '8',
      'accept-encoding': 'identity',
    });
    expect(seen).not.toHaveProperty('cookie');
  });

  test('also returns error responses', async () => {
    expect((await post(client(), await https(reply(503)))).status).toBe(503);
  });

  test('returns the status and the first bytes of an endless response', async () => {
    const url = await https((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(1000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    const answer = await post(client(), url, { maxResponseBytes: 10_000 });
    expect(answer).toMatchObject({ status: 200, truncated: true });
    expect(answer.body).toHaveLength(10_000);
    await allClosed();
  });

  test('reads no more than the profile allows', async () => {
    const answer = await post(client(), await https(reply(200, {}, 'x'.repeat(70_000))), {
      maxResponseBytes: 1e9,
    });
    expect([answer.body.length, answer.truncated]).toEqual([65_536, true]);
    const exact = await post(client(), await https(reply(200, {}, 'x'.repeat(65_536))));
    expect([exact.body.length, exact.truncated]).toEqual([65_536, false]);
  });

  test('does not decompress', async () => {
    const answer = await post(
      client(),
      await https(reply(200, { 'content-encoding': 'gzip' }, 'not gzip')),
    );
    expect(answer.body.toString()).toBe('not gzip');
  });

  test('ignores proxies in the environment', async () => {
    const before = process.env['https_proxy'];
    process.env['https_proxy'] = 'http://127.0.0.1:9';
    expect((await post(client(), await https(reply(200)))).status).toBe(200);
    if (before === undefined) delete process.env['https_proxy'];
    else process.env['https_proxy'] = before;
  });

  test('reuses a connection only for the same tenant', async () => {
    let connections = 0;
    const url = await https(reply(200));
    servers.at(-1)!.on('secureConnection', () => (connections += 1));
    const out = client();
    for (const tenantId of ['tnt_a', 'tnt_a', 'tnt_b', 'tnt_a']) {
      await post(out, url, { tenantId });
      await wait(20);
    }
    expect(connections).toBe(2);
  });

  test('tries the next address if one refuses the connection', async () => {
    const url = await https(reply(200));
    const answer = await post(client({ resolver: async () => ['127.0.0.2', '127.0.0.1'] }), url);
    expect(answer.remoteAddress).toBe('127.0.0.1');
  });
});

describe('failures', () => {
  const raw = async (answer: string): Promise<string> => {
    const port = await listen(
      createTlsServer(
        tls,
        (socket) => void socket.on('error', () => {}).once('data', () => socket.end(answer)),
      ),
    );
    return `https://${host}:${port}/`;
  };

  test.each<[string, string, () => Promise<string>, Partial<EgressOptions>]>([
    [
      'nobody listens',
      'connect_failed',
      async () =>
        `https://${host}:${await listen(createTcpServer()).then(async (port) => {
          await close();
          return port;
        })}/`,
      {},
    ],
    [
      'the certificate is not trusted',
      'tls_failed',
      async () => https(reply(200)),
      { extraCa: undefined },
    ],
    [
      'the certificate is for another name',
      'tls_failed',
      async () => (await https(reply(200))).replace(host, 'third.example.com'),
      {},
    ],
    [
      'only TLS 1.1 is spoken',
      'tls_failed',
      async () =>
        https(reply(200), {
          minVersion: 'TLSv1',
          maxVersion: 'TLSv1.1',
          ciphers: 'DEFAULT@SECLEVEL=0',
        }),
      {},
    ],
    [
      'no TLS is spoken',
      'tls_failed',
      async () => `https://${host}:${await listen(createHttpServer(reply(200)))}/`,
      {},
    ],
    ['the connection ends without an answer', 'connection_reset', async () => raw(''), {}],
    [
      'the connection ends within the answer',
      'connection_reset',
      async () => raw('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'),
      {},
    ],
    [
      'the answer is not HTTP',
      'malformed_response',
      async () => raw('SSH-2.0-OpenSSH_9.6\r\n'),
      {},
    ],
    [
      'the length is not a number',
      'malformed_response',
      async () => raw('HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'),
      {},
    ],
    [
      'the head is over 16 KiB',
      'malformed_response',
      async () => raw(`HTTP/1.1 200 OK\r\na: ${'x'.repeat(20_000)}\r\n\r\n`),
      {},
    ],
    [
      'the answer points elsewhere',
      'redirect_not_followed',
      async () => https(reply(302, { location: 'https://other.example.com/' })),
      {},
    ],
    [
      'the name does not exist',
      'dns_failed',
      async () => `https://${host}/`,
      { resolver: async () => Promise.reject(new Error('ENOTFOUND')) },
    ],
    [
      'the name has no address',
      'dns_failed',
      async () => `https://${host}/`,
      { resolver: async () => [] },
    ],
    [
      'the answer of DNS is not an address',
      'dns_failed',
      async () => `https://${host}/`,
      { resolver: async () => ['127.0.0.1', 'localhost'] },
    ],
    [
      'the name server hangs',
      'dns_failed',
      async () => `https://${host}/`,
      { resolver: async () => new Promise(() => {}) },
    ],
    [
      'the connection hangs',
      'connect_timeout',
      async () => `https://${host}/`,
      { connect: () => new Socket(), connectTimeoutMs: 200 },
    ],
    [
      'the handshake hangs',
      'connect_timeout',
      async () => `https://${host}:${await listen(createTcpServer())}/`,
      {},
    ],
  ])('%s: %s', async (_, code, start, options) => {
    expect(await codeOf(post(client(options), await start()))).toBe(code);
  });

  test('limits the connection time separately, within that of the request', async () => {
    const hanging = client({ connect: () => new Socket(), connectTimeoutMs: 100 });
    const call = post(hanging, `https://${host}/`, { timeoutMs: 4_000 });
    expect(await codeOf(call)).toBe('connect_timeout');
  });

  test('returns the redirect that it did not follow', async () => {
    const url = await https(reply(307, { location: '/elsewhere' }, 'go away'));
    const { response } = await failure(post(client(), url));
    expect([response?.status, response?.body.toString()]).toEqual([307, 'go away']);
  });

  test.each<[string, RequestListener]>([
    ['nothing is answered', () => {}],
    ['the head comes and no body', (_, response) => response.writeHead(200).flushHeaders()],
    [
      'the body drips',
      (_, response) => {
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('ends in time and closes the connection when %s', async (_, handle) => {
    const url = await https(handle);
    expect(await codeOf(post(client(), url, { timeoutMs: 200 }))).toBe('timeout');
    await allClosed();
  });

  test("aborts with the caller's reason, and closes the connection", async () => {
    const out = client();
    const stop = new AbortController();
    const url = await https(() => stop.abort(new Error('shutting down')));
    await expect(post(out, url, { signal: stop.signal })).rejects.toThrow('shutting down');
    await allClosed();
    await expect(post(out, url, { signal: stop.signal })).rejects.toThrow('shutting down');
  });

  test('reports a code to the tenant, and the address only to the log', async () => {
    const error = await failure(post(client({ allowedNetworks: [] }), `https://${host}/`));
    expect(error.message).toBe('address_blocked');
    expect(String(error.cause)).toContain('127.0.0.1');
  });
});

describe('addresses', () => {
  /** With address_blocked, nothing must be connected. */
  const untouchable = (): never => {
    throw new Error('connected');
  };

  test.each([
    [['10.0.0.1']],
    [['8.8.8.8', '10.0.0.1']],
    [['10.0.0.1', '8.8.8.8']],
    [['8.8.8.8', '::1']],
    [['2606:4700::1', '127.0.0.1']],
    [['169.254.169.254']],
    [['8.8.8.8', '169.254.169.254']],
    [['::ffff:8.8.8.8']],
    [['::ffff:127.0.0.1']],
    [['::7f00:1']],
    [['64:ff9b::7f00:1']],
    [['2002:7f00:1::']],
    [['2001:0:7f00:1::']],
    [['fd00:ec2::254']],
    [['fe80::1']],
    [['0.0.0.0']],
    [['::']],
    [['168.63.129.16']],
    [['1.1.1.1', '1.0.0.1', '9.9.9.9', '8.8.8.8', '8.8.4.4', '192.168.0.1']],
  ])('%j are not called', async (addresses) => {
    const out = client({
      allowedNetworks: [],
      resolver: async () => addresses,
      connect: untouchable,
    });
    expect(await codeOf(post(out, `https://${host}/`))).toBe('address_blocked');
    expect(await codeOf(out.connect({ hostname: host, port: 6514 }))).toBe('address_blocked');
    await expect(out.checkTarget(`https://${host}/`)).rejects.toMatchObject({
      code: 'host_not_allowed',
      message: 'must have a host that the platform may call',
    });
  });

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'http://hooks.example.com/',
    'https://localhost/',
    'https://a@hooks.example.com/',
    'https://hooks.example.com:22/',
  ])('%s is rejected before any name is resolved', async (url) => {
    const out = client({ resolver: untouchable, connect: untouchable });
    const error = await failure(post(out, url));
    expect(error.code).toBe('address_blocked');
    expect(error.cause).toBeInstanceOf(EgressRefused);
  });

  test('are resolved only once, so a changed DNS record has no effect', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254'], ['127.0.0.1']];
    const asked: string[] = [];
    const called: string[] = [];
    const out = client({
      allowedNetworks: ['127.0.0.1/32'],
      resolver: async (name) => {
        asked.push(name);
        return answers[asked.length - 1]!;
      },
      connect: (options) => {
        called.push(options.host);
        return connectTcp(options);
      },
    });
    const url = await https(reply(200));
    expect((await post(out, url)).status).toBe(200);
    expect([asked, called]).toEqual([[host], ['127.0.0.1']]);
    // The second call has an open connection to the first address and still checks again.
    expect(await codeOf(post(out, url))).toBe('address_blocked');
    expect(called).toHaveLength(1);
  });

  test('are checked again on the socket', async () => {
    let requests = 0;
    const url = await https(() => (requests += 1));
    const diverted = client({
      allowedNetworks: [],
      resolver: async () => ['8.8.8.8'],
      connect: ({ port }) => connectTcp({ host: '127.0.0.1', port }),
    });
    expect(await codeOf(post(diverted, url))).toBe('address_blocked');
    expect(requests).toBe(0);
  });

  test('are not checked for an allowed host, and only for it', async () => {
    const url = await https(reply(200));
    const out = client({
      allowedNetworks: [],
      allowedHosts: [host],
      deniedNetworks: ['127.0.0.0/8'],
    });
    expect((await post(out, url)).status).toBe(200);
    expect(await codeOf(post(out, url.replace(host, 'other.example.com')))).toBe('address_blocked');
  });

  test('of an allowed host come from the system', async () => {
    const port = await listen(createHttpServer(reply(200)));
    const out = client({
      allowedNetworks: [],
      allowedHosts: ['localhost'],
      allowInsecureHttp: true,
      resolver: undefined,
    });
    expect((await post(out, `http://localhost:${port}/`)).status).toBe(200);
  });
});

describe('redirects of a profile that follows them', () => {
  const get = async (
    out: Egress,
    url: string,
    headers: Record<string, string> = {},
  ): Promise<EgressResponse> => out.request({ tenantId: 'tnt_a', method: 'GET', url, headers });
  const assets = (more: Partial<EgressOptions> = {}): Egress =>
    client({ profile: 'assets', ...more });

  test('are followed up to three times, without credentials', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const url = await https((request, response) => {
      seen.push(request.headers);
      const left = Number(request.url!.slice(1));
      void (left === 0
        ? response.end('logo')
        : response.writeHead(302, { location: `/${left - 1}` }).end());
    });
    const headers = {
      authorization: 'Bearer x',
      cookie: 'a=1',
      'x-api-key': 'k',
      'user-agent': 'Platform',
    };
    expect((await get(assets(), `${url}/3`, headers)).body.toString()).toBe('logo');
    expect(seen[0]).toMatchObject({ authorization: 'Bearer x' });
    for (const name of ['authorization', 'cookie', 'x-api-key'])
      expect(seen[1]).not.toHaveProperty(name);
    expect(seen[1]).toMatchObject({ 'user-agent': 'Platform' });
    expect(await codeOf(get(assets(), `${url}/4`))).toBe('redirect_not_followed');
  });

  test.each<[string, string]>([
    ['http://hooks.example.com/', 'redirect_not_followed'],
    ['https://127.0.0.1/', 'redirect_not_followed'],
    ['//2130706433/', 'redirect_not_followed'],
    ['https://user@hooks.example.com/', 'redirect_not_followed'],
    ['https://hooks.example.com:22/', 'redirect_not_followed'],
    ['file:///etc/passwd', 'redirect_not_followed'],
    ['https://metadata.example.com/', 'address_blocked'],
  ])('to %s: %s', async (location, code) => {
    const url = await https(reply(302, { location }));
    const out = assets({
      resolver: async (name) => [name.startsWith('metadata') ? '169.254.169.254' : '127.0.0.1'],
    });
    expect(await codeOf(get(out, url))).toBe(code);
  });

  test('are not followed for a POST', async () => {
    expect(await codeOf(post(assets(), await https(reply(307, { location: '/' }))))).toBe(
      'redirect_not_followed',
    );
  });
});

describe('proxy', () => {
  const proxy = async (
    answer = 'HTTP/1.1 200 OK\r\n\r\n',
  ): Promise<{ url: string; heads: string[] }> => {
    const heads: string[] = [];
    const port = await listen(
      createTcpServer(
        (socket) =>
          void socket.once('data', (head) => {
            heads.push(head.toString());
            const [, address, toPort] = /^CONNECT (.*):(\d+) /.exec(head.toString()) ?? [];
            if (!answer.includes(' 200 ')) return void socket.end(answer);
            const through = connectTcp({ host: address!, port: Number(toPort) }, () => {
              socket.write(answer);
              socket.pipe(through).pipe(socket);
            });
            sockets.add(through.on('error', () => {}));
          }),
      ),
    );
    return { url: `http://us%40er:pass@127.0.0.1:${port}`, heads };
  };

  test('gets the checked address, never the name', async () => {
    const { url: proxyUrl, heads } = await proxy();
    const url = await https(reply(200, {}, 'through'));
    expect((await post(client({ proxyUrl }), url)).body.toString()).toBe('through');
    expect(heads).toEqual([
      `CONNECT 127.0.0.1:${new URL(url).port} HTTP/1.1\r\nHost: 127.0.0.1:${new URL(url).port}\r\nProxy-Authorization: Basic ${Buffer.from('us@er:pass').toString('base64')}\r\n\r\n`,
    ]);
  });

  test('carries plain http through the tunnel too', async () => {
    const { url: proxyUrl, heads } = await proxy();
    const port = await listen(createHttpServer(reply(200, {}, 'plain')));
    expect(
      (
        await post(client({ proxyUrl, allowInsecureHttp: true }), `http://${host}:${port}/`)
      ).body.toString(),
    ).toBe('plain');
    expect(heads).toHaveLength(1);
  });

  test('is not used for hosts that the caller marks as internal', async () => {
    const { url: proxyUrl, heads } = await proxy();
    const direct = client({
      proxyUrl,
      profile: 'claims-webhook',
      allowedHosts: ['product-api'],
      plainHttpHosts: ['product-api', host],
      allowedNetworks: [],
    });
    const port = await listen(createHttpServer(reply(200, {}, 'direct')));
    expect(
      await post(direct, `http://product-api:${port}/`).then(({ remoteAddress, body }) => [
        remoteAddress,
        body.toString(),
      ]),
    ).toEqual(['127.0.0.1', 'direct']);
    const sockets = client({ proxyUrl, allowedHosts: [host] });
    (await sockets.connect({ hostname: host, port: await listen(createTlsServer(tls)) })).destroy();
    expect(heads).toEqual([]);
    expect(await codeOf(post(direct, `http://${host}:${port}/`))).toBe('address_blocked');
    (
      await sockets.connect({
        hostname: 'other.example.com',
        port: await listen(createTlsServer(tls)),
      })
    ).destroy();
    expect(heads).toHaveLength(1);
  });

  test('is used for origins that the operator trusts, unless their host is internal', async () => {
    const { url: proxyUrl, heads } = await proxy();
    const port = await listen(createHttpServer(reply(200, {}, 'trusted')));
    const options = {
      proxyUrl,
      profile: 'federation',
      trustedOrigins: [`http://${host}:${port}`],
      allowedNetworks: [],
    } as const;
    for (const [allowedHosts, tunnels] of [
      [[], 1],
      [[host], 1],
    ] as const) {
      expect(
        (
          await post(client({ ...options, allowedHosts }), `http://${host}:${port}/`)
        ).body.toString(),
      ).toBe('trusted');
      expect(heads).toHaveLength(tunnels);
    }
  });

  test('does not affect the checks', async () => {
    const { url: proxyUrl, heads } = await proxy();
    expect(await codeOf(post(client({ proxyUrl, allowedNetworks: [] }), `https://${host}/`))).toBe(
      'address_blocked',
    );
    expect(heads).toEqual([]);
  });

  test.each([['HTTP/1.1 403 Forbidden\r\n\r\n'], [''], ['nonsense\r\n\r\n'], ['x'.repeat(40_000)]])(
    'that answers %.20j fails the connection',
    async (answer) => {
      const { url: proxyUrl } = await proxy(answer);
      expect(await codeOf(post(client({ proxyUrl }), `https://${host}/`))).toBe('connect_failed');
    },
  );
});

describe('connect', () => {
  test('opens a TLS socket to the checked address and verifies its certificate', async () => {
    const port = await listen(createTlsServer(tls, (socket) => void socket.pipe(socket)));
    const socket = await client().connect({ hostname: host, port });
    socket.write('hello');
    expect(String(await once(socket, 'data').then(([data]: unknown[]) => data))).toBe('hello');
    socket.destroy();
    expect(await codeOf(client().connect({ hostname: 'third.example.com', port }))).toBe(
      'tls_failed',
    );
    expect(await codeOf(client({ extraCa: undefined }).connect({ hostname: host, port }))).toBe(
      'tls_failed',
    );
    (
      await client({ extraCa: undefined }).connect({ hostname: host, port, ca: tls.cert })
    ).destroy();
  });

  test.each([
    ['127.0.0.1'],
    ['2130706433'],
    ['0x7f.1'],
    ['::1'],
    ['[::1]'],
    ['localhost'],
    ['hooks.example.com:443'],
    ['a@b.example'],
    ['b.example/x'],
    ['b.example#x'],
    [''],
  ])('rejects %j as a host', async (hostname) =>
    expect(await codeOf(client().connect({ hostname, port: 6514 }))).toBe('address_blocked'),
  );

  test.each<[Partial<EgressOptions>, number, boolean]>([
    [{ profile: 'webhooks' }, 22, true],
    [{ profile: 'webhooks' }, 6514, false],
    [{ profile: 'federation' }, 6514, true],
    [{ profile: 'clients' }, 443, true],
  ])('rejects %j port %d, tls %s', async (options, port, isTls) =>
    expect(await codeOf(client(options).connect({ hostname: host, port, tls: isTls }))).toBe(
      'address_blocked',
    ),
  );

  test('opens plain TCP for a profile that starts TLS later', async () => {
    const port = await listen(createTcpServer((socket) => void socket.end('hi')));
    const out = client({
      profile: 'federation',
      connect: () => connectTcp({ host: '127.0.0.1', port }),
    });
    const socket = await out.connect({ hostname: host, port: 389, tls: false });
    expect(String(await once(socket, 'data').then(([data]: unknown[]) => data))).toBe('hi');
    socket.destroy();
  });
});

describe('egressFetch', () => {
  test('works as the fetch of a library', async () => {
    const url = await https(
      async (request, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ got: await read(request) })),
    );
    const fetch = egressFetch(client(), { tenantId: 'tnt_a' });
    expect(await (await fetch(url, { method: 'POST', body: 'x=1' })).json()).toEqual({
      got: 'x=1',
    });
    expect(
      (await egressFetch(client(), { tenantId: 'tnt_a' })(await https(reply(204)))).status,
    ).toBe(204);
    await expect(
      egressFetch(client(), { tenantId: 'tnt_a', maxResponseBytes: 3 })(url),
    ).rejects.toThrow('too large');
  });
});
