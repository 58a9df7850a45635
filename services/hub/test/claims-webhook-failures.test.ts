import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { ServerResponse } from 'node:http';
import type { RunningService } from '@platform/kit/service';
import { verify } from '@platform/kit/webhook-signature';
import { eventually } from '@platform/testkit/eventually';
import { claimsOf, claimsWebhookHub } from './claims-webhook-hub.ts';
import type { ClaimsWebhookHub, WebhookSetting } from './claims-webhook-hub.ts';

let hub: ClaimsWebhookHub;
let small: RunningService | undefined;
beforeAll(async () => {
  hub = await claimsWebhookHub({ 'platform.database.max-connections': '4' });
});
afterAll(() => hub.stop());
beforeEach(() => {
  hub.receiver.clear();
  hub.receiver.answer({ claims: {} });
});
afterEach(() => {
  delete hub.divert.port;
  hub.names.clear();
});

type Respond = (response: ServerResponse) => unknown;
const send =
  (text: string, status = 200, headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(status, headers).end(text);
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const unmet = {
  type: 'x',
  code: 'upstream_failed',
  status: 502,
  errors: [{ pointer: '/claims/plan', code: 'claim_unmet', detail: 'x' }],
};
const drip: Respond = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};
const flood: Respond = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
  response.on('close', () => clearInterval(timer));
};

interface Failure {
  respond?: Respond;
  reason: string;
  calls: number;
  webhook?: Partial<WebhookSetting>;
  arrange?: () => void;
}
const refused = (port: number): number => (port === hub.receiver.port ? 1 : port);

const failures: [string, Failure][] = [
  [
    'a late response',
    {
      respond: () => undefined,
      reason: 'timeout',
      calls: 1,
      webhook: { timeoutMilliseconds: 100 },
    },
  ],
  [
    'a response that is sent too slowly',
    { respond: drip, reason: 'timeout', calls: 1, webhook: { timeoutMilliseconds: 200 } },
  ],
  [
    'endless headers',
    {
      respond: (response) => void response.socket?.write('HTTP/1.1 200 OK\r\nx-a: b\r\n'),
      reason: 'timeout',
      calls: 1,
      webhook: { timeoutMilliseconds: 150 },
    },
  ],
  [
    'a refused connection',
    { reason: 'connect_failed', calls: 0, arrange: () => void (hub.divert.port = refused) },
  ],
  [
    'a connection that is closed during the response',
    { respond: (response) => response.socket?.destroy(), reason: 'connection_reset', calls: 1 },
  ],
  ['a receiver without TLS', { reason: 'tls_failed', calls: 0, webhook: { url: 'https' } }],
  [
    'a response that is not HTTP',
    {
      respond: (response) => response.socket?.end('SSH-2.0-x\r\n\r\n'),
      reason: 'malformed_response',
      calls: 1,
    },
  ],
  [
    'a redirect',
    {
      respond: send('', 302, { location: '/claims-elsewhere' }),
      reason: 'redirect_not_followed',
      calls: 1,
    },
  ],
  [
    'a redirect that keeps the method',
    {
      respond: send('', 307, { location: 'http://localhost:1/' }),
      reason: 'redirect_not_followed',
      calls: 1,
    },
  ],
  ['the status 201', { respond: send('{"claims":{}}', 201), reason: 'status_not_ok', calls: 1 }],
  ['the status 204', { respond: send('', 204), reason: 'status_not_ok', calls: 1 }],
  ['the status 401', { respond: send('{}', 401), reason: 'status_not_ok', calls: 1 }],
  ['the status 503', { respond: send('{}', 503), reason: 'status_not_ok', calls: 1 }],
  ['a 502 without a body', { respond: send('', 502), reason: 'status_not_ok', calls: 1 }],
  [
    'a 502 for another reason',
    { respond: send('{"errors":[{"code":"x"}]}', 502), reason: 'status_not_ok', calls: 1 },
  ],
  [
    'an unmet claim',
    {
      respond: send(JSON.stringify(unmet), 502, { 'content-type': 'application/problem+json' }),
      reason: 'claim_unmet',
      calls: 1,
    },
  ],
  [
    'a body that is too large',
    {
      respond: send(JSON.stringify({ claims: { x: 'x'.repeat(65_536) } })),
      reason: 'answer_too_large',
      calls: 1,
    },
  ],
  ['an endless body', { respond: flood, reason: 'answer_too_large', calls: 1 }],
  ['a body that is not JSON', { respond: send('<html>'), reason: 'answer_invalid', calls: 1 }],
  ['an empty body', { respond: send(''), reason: 'answer_invalid', calls: 1 }],
  [
    'bytes that are not UTF-8',
    {
      respond: (response) => response.end(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      reason: 'answer_invalid',
      calls: 1,
    },
  ],
  ['an array', { respond: send('[]'), reason: 'answer_invalid', calls: 1 }],
  ['null', { respond: send('null'), reason: 'answer_invalid', calls: 1 }],
  ['no claims', { respond: send('{}'), reason: 'answer_invalid', calls: 1 }],
  ['claims in an array', { respond: send('{"claims":[1]}'), reason: 'answer_invalid', calls: 1 }],
  [
    'an end that is not a time',
    { respond: send('{"claims":{},"expiresAt":"soon"}'), reason: 'answer_invalid', calls: 1 },
  ],
  [
    'an end that is a number',
    { respond: send('{"claims":{},"expiresAt":1795153262}'), reason: 'answer_invalid', calls: 1 },
  ],
  [
    'a forbidden name',
    {
      respond: send('{"claims":{"__proto__":{"roles":["admin"]}}}'),
      reason: 'answer_invalid',
      calls: 1,
    },
  ],
  [
    'a forbidden nested name',
    {
      respond: send('{"claims":{"a":[{"b":{"constructor":1}}]}}'),
      reason: 'answer_invalid',
      calls: 1,
    },
  ],
  [
    'a forbidden name outside the claims',
    { respond: send('{"claims":{},"prototype":1}'), reason: 'answer_invalid', calls: 1 },
  ],
  [
    'too much nesting',
    { respond: send(`{"claims":${nested(10)}}`), reason: 'answer_invalid', calls: 1 },
  ],
  [
    'nesting that could exhaust the stack',
    {
      respond: send(`{"claims":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`),
      reason: 'answer_invalid',
      calls: 1,
    },
  ],
  [
    'more claims than a token can contain',
    {
      respond: send(JSON.stringify({ claims: { roles: ['x'.repeat(8_200)] } })),
      reason: 'claims_too_large',
      calls: 1,
    },
  ],
];

describe('a failure of a claims webhook', () => {
  test.each(failures)(
    'such as %s issues no token or one without claims, depending on the client',
    async (_, { respond, reason, calls, webhook, arrange }) => {
      const url =
        webhook?.url === 'https'
          ? `https://localhost:${hub.receiver.port}/claims`
          : hub.platformUrl;
      if (respond) hub.receiver.respond(respond);
      for (const failureMode of ['deny', 'omit'] as const) {
        const tenant = await hub.tenantWith({ ...webhook, url, failureMode });
        hub.receiver.clear();
        arrange?.();
        const before = (await hub.outcomes())[reason] ?? 0;
        const answer = await hub.token(tenant);
        if (failureMode === 'deny')
          expect([answer.status, answer.body]).toEqual([
            503,
            {
              error: 'temporarily_unavailable',
              error_description: expect.not.stringMatching(/localhost|127\.0/),
            },
          ]);
        else {
          expect([answer.status, answer.body]).toEqual([
            200,
            expect.objectContaining({ expires_in: 600 }),
          ]);
          expect(claimsOf(answer)['roles']).toBeUndefined();
        }
        // On a busy machine, the timeout can pass before the request is sent.
        expect([calls, ...(reason === 'timeout' ? [0] : [])]).toContain(hub.receiver.calls.length);
        expect((await hub.outcomes())[reason]).toBe(before + 1);
        expect(await hub.events(tenant)).toEqual([
          expect.objectContaining({
            type: 'token_claims.enrichment_failed',
            subject: { type: 'client', id: tenant.clientId },
            data: { client: { id: tenant.clientId }, reason, failureMode },
          }),
        ]);
        delete hub.divert.port;
      }
    },
  );

  it('does not occur for the deepest or largest allowed response', async () => {
    const tenant = await hub.tenantWith({ url: hub.platformUrl, failureMode: 'deny' });
    hub.receiver.respond(send(`{"claims":${nested(9)}}`));
    expect((await hub.token(tenant)).status).toBe(200);
    const text = '{"claims":{}}';
    hub.receiver.respond(send(text + ' '.repeat(65_536 - text.length)));
    expect((await hub.token(tenant)).status).toBe(200);
    hub.receiver.answer({ claims: { roles: ['x'.repeat(8_192 - '{"roles":[""]}'.length)] } });
    expect((await hub.token(tenant)).status).toBe(200);
  });

  test.each([
    [`{"claims":{}}${' '.repeat(88)}`, 503],
    [`{"claims":{}}${' '.repeat(87)}`, 200],
    ['{"claims":{"roles":["a","b"]}}', 503],
    ['{"claims":{"roles":["a"]}}', 200],
  ])("depends on the operator's limit, and returns for %s the status %i", async (text, status) => {
    small ??= await hub.startPod('small', {
      'platform.hub.webhook.max-response-bytes': '100',
      'platform.hub.webhook.max-claims-bytes': '15',
    });
    const tenant = await hub.tenantWith({ url: hub.platformUrl, failureMode: 'deny' });
    hub.receiver.respond(send(text));
    expect(
      (
        await hub.ask('/oauth2/token', {
          host: tenant.host,
          basic: [tenant.clientId, tenant.clientSecret],
          form: { grant_type: 'client_credentials' },
          port: small.httpPort,
        })
      ).status,
    ).toBe(status);
  });

  it('occurs while claim schemas are unavailable, unless they are cached', async () => {
    const [fresh, known] = [
      await hub.tenantWith({ failureMode: 'deny' }),
      await hub.tenantWith({ failureMode: 'deny' }),
    ];
    hub.around.outbound.setClaimSchemas(known.id, [{ claimName: 'plan' }]);
    hub.receiver.answer({ claims: { plan: 'gold' } });
    expect(claimsOf(await hub.token(known))['plan']).toBe('gold');
    hub.around.outbound.setAway(true);
    try {
      expect((await hub.token(fresh)).status).toBe(503);
      expect((await hub.events(fresh)).map((e) => e.data.reason)).toEqual(['schemas_unavailable']);
      expect(claimsOf(await hub.token(known))['plan']).toBe('gold');
    } finally {
      hub.around.outbound.setAway(false);
    }
    expect((await hub.token(fresh)).status).toBe(200);
  });

  it('is reported once per minute and client, across all pods', async () => {
    const tenant = await hub.tenantWith({ failureMode: 'omit' });
    const second = await hub.startPod('second');
    hub.receiver.respond(send('', 500));
    const form = { grant_type: 'client_credentials' };
    const token = (port?: number) =>
      hub.ask('/oauth2/token', {
        host: tenant.host,
        basic: [tenant.clientId, tenant.clientSecret],
        form,
        ...(port ? { port } : {}),
      });
    await Promise.all([
      token(),
      token(second.httpPort),
      token(),
      token(second.httpPort),
      token(),
      token(second.httpPort),
    ]);
    expect(await hub.events(tenant)).toHaveLength(1);
  });

  it('occurs if the secret is unavailable: nothing is sent unsigned', async () => {
    const tenant = await hub.tenantWith({ failureMode: 'deny' });
    const { db } = hub.pod.platform;
    await db.transact({ tenantId: tenant.id, actor: { type: 'system', id: 'test' } }, (tx) =>
      tx.execute('UPDATE claims_webhook SET secret_sealed = $2 WHERE tenant_id = $1', [
        tenant.id,
        hub.pod.platform.secrets.seal(tenant.secret, {
          tenantId: tenant.id,
          field: 'claims_webhook/another',
        }),
      ]),
    );
    expect((await hub.token(tenant)).status).toBe(503);
    expect(hub.receiver.calls).toHaveLength(0);
    expect((await hub.events(tenant)).map((e) => e.data.reason)).toEqual(['secret_unavailable']);
  });
});

describe('a second attempt to call a claims webhook', () => {
  it('is made if the connection failed before anything was written, with a new id', async () => {
    const tenant = await hub.tenantWith({ url: hub.platformUrl, failureMode: 'deny' });
    let connections = 0;
    hub.divert.port = (port) => {
      if (port !== hub.receiver.port) return port;
      connections += 1;
      return connections === 1 ? 1 : port;
    };
    expect((await hub.token(tenant)).status).toBe(200);
    expect(connections).toBe(2);
    expect(hub.receiver.calls).toHaveLength(1);
    const [call] = hub.receiver.calls;
    expect(() => verify(call!.headers, call!.raw, [tenant.secret], new Date(), 300)).not.toThrow();
  });

  it('is the last one', async () => {
    const tenant = await hub.tenantWith({ url: hub.platformUrl, failureMode: 'deny' });
    let connections = 0;
    hub.divert.port = (port) => {
      if (port === hub.receiver.port) connections += 1;
      return refused(port);
    };
    expect((await hub.token(tenant)).status).toBe(503);
    expect(connections).toBe(2);
  });

  it('is not made after something was written', async () => {
    const tenant = await hub.tenantWith({ url: hub.platformUrl, failureMode: 'deny' });
    hub.receiver.respond((response) => void response.socket?.destroy());
    expect((await hub.token(tenant)).status).toBe(503);
    expect(hub.receiver.calls).toHaveLength(1);
  });
});

describe('a claims webhook that keeps failing', () => {
  it('is not called after five consecutive failures, which affects only its tenant and host', async () => {
    const tenant = await hub.tenantWith({ url: hub.platformUrl, failureMode: 'deny' });
    const other = await hub.tenantWith({ url: hub.platformUrl, failureMode: 'deny' });
    hub.receiver.respond(send('', 500));
    for (let i = 0; i < 5; i += 1) expect((await hub.token(tenant)).status).toBe(503);
    expect(hub.receiver.calls).toHaveLength(5);
    hub.receiver.answer({ claims: { roles: ['x'] } });
    expect((await hub.token(tenant)).status).toBe(503);
    expect(hub.receiver.calls).toHaveLength(5);
    expect((await hub.outcomes())['breaker_open']).toBeGreaterThan(0);
    expect((await hub.token(other)).status).toBe(200);
    await hub.setWebhook(tenant, { url: hub.platformUrl, failureMode: 'omit', version: 2 });
    const omitted = await hub.token(tenant);
    expect([omitted.status, claimsOf(omitted)['roles']]).toEqual([200, undefined]);
    expect(hub.receiver.calls).toHaveLength(6);
  });

  it('is not one that reports unavailable claims', async () => {
    const tenant = await hub.tenantWith({ url: hub.platformUrl, failureMode: 'deny' });
    hub.receiver.respond(send(JSON.stringify(unmet), 502));
    for (let i = 0; i < 12; i += 1) expect((await hub.token(tenant)).status).toBe(503);
    expect(hub.receiver.calls).toHaveLength(12);
  });
});

describe('a slow claims webhook', () => {
  it('does not keep a database connection in use', async () => {
    const slow = await hub.tenantWith({
      url: hub.platformUrl,
      failureMode: 'deny',
      timeoutMilliseconds: 5_000,
    });
    const quick = await hub.makeTenant('quick');
    const open: ServerResponse[] = [];
    hub.receiver.respond((response) => void open.push(response));
    // More requests than database connections.
    const waiting = Array.from({ length: 12 }, () => hub.token(slow));
    await eventually(() => open.length === 12);
    let answered = 0;
    for (const one of waiting)
      void one.finally(() => {
        answered += 1;
      });
    expect([(await hub.token(quick)).status, answered]).toEqual([200, 0]);
    for (const response of open) response.end('{"claims":{}}');
    expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual(
      Array.from({ length: 12 }, () => 200),
    );
  });
});

describe('the destination of a claims webhook', () => {
  const publicAddress = '93.184.215.14';
  const changed: [string, string[]][] = [
    ['loopback', ['127.0.0.1']],
    ['the unspecified address', ['0.0.0.0']],
    ['a private network', ['10.0.0.1']],
    ['another private network', ['172.16.0.1']],
    ['a home network', ['192.168.1.1']],
    ['a link-local address for cloud metadata', ['169.254.169.254']],
    ['carrier-grade NAT', ['100.64.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a unique local address', ['fd00::1']],
    ['a link-local IPv6 address', ['fe80::1']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['a public and a private address', [publicAddress, '127.0.0.1']],
    ['multicast', ['224.0.0.1']],
  ];

  test.each(changed)(
    'is checked for each call, as when the name resolves to %s',
    async (_, addresses) => {
      const name = 'hooks.acme.example';
      hub.names.set(name, [publicAddress]);
      const tenant = await hub.tenantWith({
        url: `https://${name}:${hub.receiver.port}/claims`,
        failureMode: 'deny',
      });
      const connected: number[] = [];
      hub.divert.port = (port) => {
        if (port === hub.receiver.port) connected.push(port);
        return port;
      };
      hub.names.set(name, addresses);
      expect((await hub.token(tenant)).status).toBe(503);
      expect([connected, hub.receiver.calls]).toEqual([[], []]);
      expect((await hub.events(tenant)).map((e) => e.data.reason)).toEqual(['address_blocked']);
    },
  );

  it('is not called if its name does not resolve', async () => {
    const name = 'gone.acme.example';
    hub.names.set(name, [publicAddress]);
    const tenant = await hub.tenantWith({ url: `https://${name}/claims`, failureMode: 'deny' });
    hub.names.set(name, []);
    expect((await hub.token(tenant)).status).toBe(503);
    expect((await hub.events(tenant)).map((e) => e.data.reason)).toEqual(['dns_failed']);
  });

  test.each([
    ['another scheme', 'http://hooks.acme.example/'],
    ['another port', 'https://localhost:22/'],
    ['an IP address', 'https://[::1]/'],
    ['user information', 'https://a:b@localhost/'],
  ])('is checked against the URL rules even if it was stored with %s', async (_, url) => {
    const tenant = await hub.tenantWith({ url: hub.platformUrl, failureMode: 'deny' });
    await hub.pod.platform.db.transact(
      { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.execute('UPDATE claims_webhook SET url = $2 WHERE tenant_id = $1', [tenant.id, url]),
    );
    expect((await hub.token(tenant)).status).toBe(503);
    expect((await hub.events(tenant)).map((e) => e.data.reason)).toEqual(['address_blocked']);
  });

  it('is unrestricted only for the configured hosts', async () => {
    hub.names.set('internal.acme.example', ['10.0.0.1']);
    const set = await hub.setWebhook(await hub.makeTenant('inside'), {
      url: 'https://internal.acme.example/',
    });
    expect([set.status, set.body.errors[0]]).toEqual([
      422,
      {
        pointer: '/url',
        code: 'host_not_allowed',
        detail: expect.not.stringContaining('10.0.0.1'),
      },
    ]);
    const below = await hub.setWebhook(await hub.makeTenant('below'), {
      url: 'https://sub.localhost/',
    });
    expect(below.status).toBe(422);
  });
});
