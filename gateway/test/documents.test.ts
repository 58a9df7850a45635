import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allScopes, catalogue } from '@platform/contracts';
import { temporaryFolder } from '@platform/testkit/stores';
import { parse } from 'yaml';
import { stage } from './stage.ts';
import type { GatewayCall, Stage, StagedGateway } from './stage.ts';

let platform: Stage;
let gateway: StagedGateway;
beforeAll(async () => {
  platform = await stage();
  gateway = await platform.start(
    { 'platform.gateway.cors.allowed-origins': 'https://console.example' },
    { siteFolder: '/nowhere' },
  );
});
afterAll(() => platform.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  gateway.call(path, { token: null, headers, method });

describe('the description of the API', () => {
  it('contains every operation, with the same content in JSON and YAML', async () => {
    const [json, yaml] = await Promise.all([get('/openapi.json'), get('/openapi.yaml')]);
    const ids = Object.values(json.body.paths).flatMap((item) =>
      Object.values(item as object).map((operation) => operation.operationId),
    );
    expect(ids.sort()).toEqual(catalogue.map(({ operationId }) => operationId).sort());
    expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
    expect(parse(yaml.text)).toEqual(json.body);
  });

  it('is kept by callers for five minutes', async () => {
    const { headers } = await get('/openapi.json');
    expect(headers['cache-control']).toBe('public, max-age=300');
    const again = await get('/openapi.json', { 'if-none-match': `"other", W/${headers.etag}` });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('answers HEAD, and 405 to writes', async () => {
    expect([
      (await get('/docs', {}, 'HEAD')).text,
      (await get('/docs', {}, 'HEAD')).status,
    ]).toEqual(['', 200]);
    const post = await get('/openapi.json', {}, 'POST');
    expect([post.status, post.headers.allow, post.body.code]).toEqual([
      405,
      'GET, HEAD',
      'method_not_allowed',
    ]);
  });
});

describe('the documentation', () => {
  const folder = temporaryFolder('gateway-site-');
  afterAll(() => folder.remove());
  mkdirSync(join(folder.path, 'assets'));
  writeFileSync(join(folder.path, 'index.html'), '<!doctype html><title>Home</title>');
  writeFileSync(join(folder.path, 'assets/site.js'), 'export {};');
  writeFileSync(join(folder.path, '.env'), 'SECRET=1');
  let withSite: StagedGateway;
  const page = (path: string, call: GatewayCall = {}) =>
    withSite.call(path, { token: null, ...call });
  beforeAll(async () => {
    withSite = await platform.start({}, { siteFolder: folder.path });
  });

  it('is below /docs/, with a policy that allows its own files and the API', async () => {
    const home = await page('/docs/');
    expect([home.status, home.headers['content-type'], home.text]).toEqual([
      200,
      'text/html; charset=utf-8',
      '<!doctype html><title>Home</title>',
    ]);
    expect(home.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; .*connect-src 'self'/,
    );
    expect((await page('/docs/index.html')).text).toBe(home.text);
    const script = await page('/docs/assets/site.js');
    expect([script.headers['content-type'], script.text]).toEqual([
      'text/javascript; charset=utf-8',
      'export {};',
    ]);
    const { headers } = script;
    expect(
      (await page('/docs/assets/site.js', { headers: { 'if-none-match': String(headers.etag) } }))
        .status,
    ).toBe(304);
  });

  it('is where /docs leads', async () => {
    const { status, headers, text } = await page('/docs');
    expect([status, headers.location, text]).toEqual([308, '/docs/', '']);
  });

  it('answers HEAD, and 405 to writes', async () => {
    const head = await page('/docs/', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await page('/docs/', { method: 'POST' })).body.code).toBe('method_not_allowed');
  });

  it.each([
    '/docs/nothing.html',
    '/docs/.env',
    '/docs/assets',
    '/docs/assets/',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2fpackage.json',
    '/docs//index.html',
    '/docsx',
  ])('has no %s', async (path) => {
    expect([400, 404]).toContain((await page(path)).status);
  });

  it('is a plain page with links to the description of the API where the site is not built', async () => {
    const { status, text } = await get('/docs');
    expect(status).toBe(200);
    expect(text).toContain('href="/openapi.json"');
    expect((await get('/docs/')).status).toBe(404);
  });
});

describe('the page of a problem', () => {
  it('explains the cause and the remedy, at the URL in `type`', async () => {
    const refused = await get('/api/v1/directory/users');
    const { pathname } = new URL(refused.body.type);
    const { status, text, headers } = await get(pathname);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('Authorization: Bearer');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect((await get('/problems/unheard_of')).status).toBe(404);
  });
});

describe('compression', () => {
  it('uses an encoding that the caller accepts', async () => {
    const plain = await get('/openapi.json');
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const encoding of ['br', 'gzip']) {
      // HEAD, because this client does not decompress.
      const answer = await get('/openapi.json', { 'accept-encoding': encoding }, 'HEAD');
      expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([
        encoding,
        'Accept-Encoding, Origin',
      ]);
      expect(Number(answer.headers['content-length'])).toBeLessThan(
        Number(plain.headers['content-length']) / 5,
      );
    }
  });
});

describe('metadata of the protected resource', () => {
  it.each([
    [
      '/.well-known/oauth-protected-resource',
      undefined,
      'http://localhost:8082',
      () => platform.hub.platformIssuer,
    ],
    [
      '/.well-known/oauth-protected-resource/api/v1',
      undefined,
      'http://localhost:8082/api/v1',
      () => platform.hub.platformIssuer,
    ],
    [
      '/.well-known/oauth-protected-resource',
      'acme.platform.localhost:8082',
      'http://acme.platform.localhost:8082',
      () => platform.hub.tenant('acme').issuer,
    ],
    [
      '/.well-known/oauth-protected-resource/api/v1',
      'ACME.platform.localhost',
      'http://acme.platform.localhost:8082/api/v1',
      () => platform.hub.tenant('acme').issuer,
    ],
    [
      '/.well-known/oauth-protected-resource',
      'evil.example',
      'http://localhost:8082',
      () => platform.hub.platformIssuer,
    ],
    [
      '/.well-known/oauth-protected-resource',
      '-x-.platform.localhost',
      'http://localhost:8082',
      () => platform.hub.platformIssuer,
    ],
  ])('%s on %s', async (path, host, resource, issuer) => {
    const { body } = await get(path, host ? { host } : {});
    expect(body).toEqual({
      resource,
      authorization_servers: [issuer()],
      scopes_supported: [...allScopes, 'self.read', 'self.write', 'ssf.read', 'ssf.manage'],
      bearer_methods_supported: ['header'],
    });
  });
});

describe('CORS', () => {
  const origin = 'https://console.example';
  const preflight = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  };

  it('answers a preflight without a token', async () => {
    const { status, headers } = await get('/api/v1/directory/users', preflight, 'OPTIONS');
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    expect(headers['access-control-allow-headers']).toContain('Authorization');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('exposes the headers that callers need, also on errors', async () => {
    for (const token of [undefined, null]) {
      const { headers } = await gateway.call('/api/v1/directory/users', {
        headers: { origin },
        ...(token === null ? { token } : {}),
      });
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-expose-headers']).toContain('Idempotency-Replayed');
    }
  });

  it.each<[string, number, string, GatewayCall]>([
    ['the request line', 400, '/api/v1/directory/users/%2e%2e', {}],
    ['the surface', 404, '/nothing', {}],
    ['the bearer', 401, '/api/v1/directory/users', { token: null }],
    ['the operation', 404, '/api/v1/nothing', {}],
    ['the body', 415, '/api/v1/directory/users', { method: 'POST', body: '{}' }],
    ['nobody', 200, '/api/v1/directory/users', {}],
    ['nobody, of a document,', 200, '/openapi.json', {}],
  ])('applies to requests rejected by %s: %i', async (_by, status, path, call) => {
    const heads: Record<string, string>[] = [{ origin }, { origin: 'https://evil.example' }, {}];
    const [listed, other, none] = await Promise.all(
      heads.map((headers) => gateway.call(path, { ...call, headers })),
    );
    expect([listed, other, none].map((answer) => answer?.status)).toEqual([status, status, status]);
    expect(
      [listed, other, none].map((answer) => answer?.headers['access-control-allow-origin']),
    ).toEqual([origin, undefined, undefined]);
    // Otherwise a shared cache would serve one caller's response to the other.
    for (const answer of [listed, other, none]) expect(answer?.headers.vary).toMatch(/\bOrigin$/);
  });

  it('applies when the address limit is exceeded, so that browsers can read Retry-After', async () => {
    const narrow = await platform.start({
      'platform.gateway.cors.allowed-origins': origin,
      'platform.gateway.ratelimit.ip-requests-per-minute': '1',
    });
    await narrow.call('/api/v1/directory/users', { headers: { origin } });
    const { status, headers } = await narrow.call('/api/v1/directory/users', {
      headers: { origin },
    });
    expect([status, headers['access-control-allow-origin'], headers.vary]).toEqual([
      429,
      origin,
      'Origin',
    ]);
    expect(headers['access-control-expose-headers']).toContain('Retry-After');
  });

  it('is set by the gateway, not by services', async () => {
    const usual = platform.directory.answer;
    platform.directory.answer = (_req, res) =>
      void res
        .writeHead(200, {
          'access-control-allow-origin': '*',
          'access-control-allow-credentials': 'true',
          vary: 'Accept',
        })
        .end();
    const { headers } = await gateway.call('/api/v1/directory/users', {
      headers: { origin: 'https://evil.example' },
    });
    platform.directory.answer = usual;
    expect([
      headers['access-control-allow-origin'],
      headers['access-control-allow-credentials'],
      headers.vary,
    ]).toEqual([undefined, undefined, 'Origin, Accept']);
  });

  it('does not apply to internal paths', async () => {
    const { headers } = await gateway.call('/internal/entitlements/x', { headers: { origin } });
    expect([headers['access-control-allow-origin'], headers.vary]).toEqual([undefined, 'Origin']);
  });

  it('allows no other origin, and none if it is turned off', async () => {
    expect(
      (
        await get(
          '/api/v1/directory/users',
          { ...preflight, origin: 'https://console.example.evil' },
          'OPTIONS',
        )
      ).status,
    ).toBe(401);
    const off = await platform.start();
    const answer = await off.call('/api/v1/directory/users', {
      token: null,
      headers: preflight,
      method: 'OPTIONS',
    });
    expect([
      answer.status,
      answer.headers['access-control-allow-origin'],
      answer.headers.vary,
    ]).toEqual([401, undefined, undefined]);
  });
});

describe('security.txt', () => {
  it('lists contacts for vulnerability reports', async () => {
    const told = await platform.start({
      'platform.gateway.public-base-url': 'https://api.example.com/',
      'platform.gateway.security-contacts':
        'mailto:security@example.com,https://example.com/report',
    });
    const { status, headers, text } = await told.call('/.well-known/security.txt', { token: null });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = text.split('\n');
    expect(lines.filter((line) => !line.startsWith('Expires'))).toEqual([
      'Contact: mailto:security@example.com',
      'Contact: https://example.com/report',
      'Preferred-Languages: en',
      'Canonical: https://api.example.com/.well-known/security.txt',
      '',
    ]);
    const expires = lines.find((line) => line.startsWith('Expires'))?.slice('Expires: '.length);
    expect(Date.parse(String(expires))).toBeGreaterThan(Date.now() + 80 * 86_400_000);
  });

  it('does not exist without a contact', async () => {
    expect((await get('/.well-known/security.txt')).body).toMatchObject({ code: 'not_found' });
  });

  it('accepts only the forms of contacts in RFC 9116', async () => {
    await expect(
      platform.start({ 'platform.gateway.security-contacts': 'security@example.com' }),
    ).rejects.toThrow(/security-contacts.*must begin with mailto:/);
  });
});
