import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, eventuallyPasses } from '@platform/testkit/eventually';
import { sendRaw } from '@platform/testkit/http';
import { pino } from 'pino';
import { startGateway } from '../src/gateway.ts';
import { pause, stage } from './stage.ts';
import type { Stage, StagedGateway } from './stage.ts';

let platform: Stage;
beforeAll(async () => {
  platform = await stage();
});
afterAll(() => platform.stop());

const users = '/api/v1/directory/users';
const tokenOf = (slug = 'acme') => platform.hub.token({ tenant: platform.hub.tenant(slug) });

describe('readiness', () => {
  it('waits for keys and bus; requests meanwhile are 503, never 401', async () => {
    const gateway = await startGateway(
      await platform.sources({
        'platform.hub.in-cluster-jwks-uri': 'http://127.0.0.1:9/keys',
        'platform.nats.url': 'nats://127.0.0.1:9',
      }),
    );
    for (const port of [gateway.httpPort, gateway.adminPort]) {
      expect((await sendRaw(port, '/healthz')).body).toEqual({ status: 'ok' });
      const { status, body } = await sendRaw(port, '/readyz');
      expect([status, body]).toEqual([
        503,
        {
          status: 'unready',
          checks: expect.objectContaining({
            process: 'ok',
            keys: 'not loaded yet',
            bus: expect.stringMatching(/^not loaded yet/),
          }),
        },
      ]);
    }
    const answer = await sendRaw(gateway.httpPort, users, {
      headers: { authorization: `Bearer ${await tokenOf()}` },
    });
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      503,
      'upstream_unavailable',
      '5',
    ]);
    await gateway.close();
  });

  it('waits until its own tokens are accepted, and reports why they are not', async () => {
    const gateway = await startGateway(
      await platform.sources({
        'platform.rpc.service-identity.cluster.issuer': 'https://another-cluster.example',
      }),
    );
    const checks = await eventually(async () => {
      const { body } = await sendRaw(gateway.adminPort, '/readyz');
      return body.checks?.identity?.includes('another issuer') ? body.checks : undefined;
    });
    expect(checks.identity).toMatch(/^its own token for [a-z-]+ is not accepted/);
    await gateway.close();
  });

  it('keeps metrics to the admin port', async () => {
    const gateway = await platform.start();
    expect((await sendRaw(gateway.httpPort, '/metrics')).status).toBe(404);
    expect(await gateway.metrics()).toContain('gateway_requests_total');
  });
});

describe('a hub that is unavailable', () => {
  it('does not affect known keys and tenants', async () => {
    const gateway = await platform.start({ 'platform.hub.issuer-cache-ttl-millis': '50' });
    const token = await tokenOf();
    expect((await gateway.call(users, { token })).status).toBe(200);
    platform.hub.setAway(true);
    try {
      await pause(80);
      expect((await gateway.call(users, { token })).status).toBe(200);
      expect((await gateway.call(users, { token: await tokenOf() })).status).toBe(200);
      const stranger = await gateway.call(users, { token: await tokenOf('never-seen') });
      expect([stranger.status, stranger.body.code]).toEqual([503, 'upstream_unavailable']);
    } finally {
      platform.hub.setAway(false);
    }
  });

  it('is not asked again for each unknown key', async () => {
    let fetched = 0;
    const keys = createServer((_req, res) => {
      fetched++;
      void fetch(platform.hub.jwksUri).then(async (answer) => res.end(await answer.text()));
    });
    await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
    const gateway = await platform.start({
      'platform.hub.in-cluster-jwks-uri': `http://127.0.0.1:${(keys.address() as AddressInfo).port}/`,
    });
    const [head, ...rest] = (await tokenOf()).split('.');
    const header = JSON.parse(Buffer.from(head as string, 'base64url').toString());
    for (let i = 0; i < 5; i++) {
      const forged = [
        Buffer.from(JSON.stringify({ ...header, kid: `random-${i}` })).toString('base64url'),
        ...rest,
      ].join('.');
      expect((await gateway.call(users, { token: forged })).body.code).toBe('token_invalid');
    }
    expect(fetched).toBeLessThanOrEqual(2);
    await gateway.close();
    keys.close();
    keys.closeAllConnections();
  });
});

describe('closing', () => {
  it('keeps serving while not ready, completes requests in progress, and then accepts no new ones', async () => {
    const gateway = await platform.start({
      'platform.gateway.shutdown.delay': '300ms',
      'platform.gateway.shutdown.drain': '2s',
    });
    const usual = platform.directory.answer;
    platform.directory.answer = (req, res, seen) =>
      void setTimeout(() => usual(req, res, seen), seen.url.includes('slow') ? 700 : 0);
    const slow = gateway.call(`${users}?q=slow`);
    await eventuallyPasses(() => expect(platform.directory.last()?.url).toContain('slow'));
    const closed = gateway.close();
    expect((await sendRaw(gateway.httpPort, '/readyz')).status).toBe(503);
    expect((await gateway.call(users)).status).toBe(200);
    await pause(400);
    await expect(gateway.call(users)).rejects.toThrow();
    expect((await slow).status).toBe(200);
    await closed;
    platform.directory.answer = usual;
  });

  it('aborts requests that outlast the drain', async () => {
    const gateway = await platform.start({ 'platform.gateway.shutdown.drain': '200ms' });
    const usual = platform.directory.answer;
    platform.directory.answer = () => undefined;
    const before = platform.directory.seen.length;
    const stuck = gateway.call(users).catch(() => 'cut');
    await eventuallyPasses(() => expect(platform.directory.seen.length).toBe(before + 1));
    await gateway.close();
    expect(await stuck).toBe('cut');
    platform.directory.answer = usual;
  });
});

describe('connections to a service', () => {
  const sockets = new Set<Socket>();
  const note = (socket: Socket): void => void sockets.add(socket);
  afterEach(() => {
    platform.directory.server.off('connection', note);
    sockets.clear();
  });
  const callsUntil = async (
    gateway: StagedGateway,
    isEnough: (calls: number) => boolean,
  ): Promise<Set<number>> => {
    const token = await tokenOf();
    await eventuallyPasses(async () =>
      expect((await gateway.call(users, { token })).status).toBe(200),
    );
    platform.directory.server.on('connection', note);
    const statuses = new Set<number>();
    let calls = 0;
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (; !isEnough(calls); calls += 1)
          statuses.add((await gateway.call(users, { token })).status);
      }),
    );
    return statuses;
  };

  it('are replaced when they are old, without failing any call', async () => {
    const gateway = await platform.start({ 'platform.gateway.connection-max-age': '100ms' });
    expect(await callsUntil(gateway, () => sockets.size > 12)).toEqual(new Set([200]));
    await eventually(() => [...sockets].filter((socket) => !socket.closed).length <= 8);
  });

  it('are kept until then', async () => {
    const gateway = await platform.start();
    expect(await callsUntil(gateway, (calls) => calls > 200)).toEqual(new Set([200]));
    expect(sockets.size).toBeLessThanOrEqual(4);
  });
});

describe('the access log', () => {
  it('has one line per request, without sensitive data', async () => {
    const lines: any[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    const gateway = await platform.start({}, { accessLog: pino(sink) });
    const token = await tokenOf();
    await gateway.call(`${users}?email=secret@example.com`, {
      token,
      headers: { 'user-agent': 'u'.repeat(300) },
    });
    await gateway.call(users, { token: null });
    await eventuallyPasses(() => expect(lines).toHaveLength(2));
    const acme = platform.hub.tenant('acme');
    expect(lines[0]).toMatchObject({
      method: 'GET',
      route: users,
      operationId: 'userDirectoryList',
      status: 200,
      tenantId: acme.id,
      principalType: 'client',
      principalId: 'test-client',
      clientId: 'test-client',
      clientIp: '127.0.0.1',
      upstream: 'directory',
      bytesIn: 0,
      bytesOut: 45,
      userAgent: 'u'.repeat(200),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      requestId: expect.any(String),
      durationMs: expect.any(Number),
      ownMs: expect.any(Number),
      upstreamMs: expect.any(Number),
    });
    expect(lines[1]).toMatchObject({ status: 401, code: 'token_missing' });
    expect(JSON.stringify(lines)).not.toContain('secret@example.com');
    expect(JSON.stringify(lines)).not.toContain(token);
  });
});

it('reports all configuration errors at once, and does not start', async () => {
  const { environment } = await platform.sources({ 'platform.gateway.max-in-flight': '0' });
  await expect(
    startGateway({
      environment: { ...environment, PLATFORM_GATEWAY_TYPO: '1', PLATFORM_HUB_ISSUER: undefined },
    }),
  ).rejects.toThrow(/3 errors[^]*TYPO[^]*/);
});
