import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';

let folder: string;
let hub: HubUnderTest;
let tenant: MadeTenant;
let n = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'web-files-'));
  mkdirSync(join(folder, '.vite'));
  const manifest = {
    'account/main.tsx': { file: 'account-a1.js', name: 'account', isEntry: true, css: ['a.css'] },
  };
  writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'account-a1.js'), 'script');
  writeFileSync(join(folder, 'account-a1.js.br'), 'compressed');
  writeFileSync(join(folder, 'a.css'), 'style');
  hub = await hubUnderTest({}, { webFolder: pathToFileURL(`${folder}/`) });
});
beforeEach(async () => {
  tenant = await hub.makeTenant(`files${++n}`);
});
afterAll(async () => {
  await hub.stop();
  rmSync(folder, { recursive: true });
});

const visit = (path: string, headers: Record<string, string> = {}) =>
  hub.ask(path, { host: tenant.host, headers: { accept: 'text/html', ...headers } });

describe('/account', () => {
  it('is the same page at every address, whoever asks', async () => {
    const first = await visit('/account');
    const deep = await visit('/account/devices?page=2', {
      cookie: `__Host-account=${'x'.repeat(43)}`,
    });
    expect([first.status, deep.status]).toEqual([200, 200]);
    const withoutNonce = (html: string) => html.replace(/nonce="[^"]+"/, '');
    expect(withoutNonce(deep.text)).toBe(withoutNonce(first.text));
    expect(first.text).toContain('<script type="module" src="/web/assets/account-a1.js">');
    expect(first.headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'reporting-endpoints': `web="${tenant.issuer}/web/reports"`,
    });
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toContain(`script-src ${tenant.issuer}/web/assets/;`);
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(first.text).toContain(`nonce="${nonce}"`);
    expect(deep.text).not.toContain(nonce);
  });

  it('speaks the language of the browser', async () => {
    const answer = await visit('/account', { 'accept-language': 'de' });
    expect(answer.text).toContain('<html lang="de"');
  });

  it('leads from another host of the tenant to its issuer', async () => {
    const host = `${tenant.slug}.platform.localhost`;
    const answer = await hub.ask('/account/x?y=1', { host });
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `${tenant.issuer}/account/x?y=1`,
    ]);
  });

  it('is nothing for a host of no tenant, a suspended tenant, and an application not built', async () => {
    expect((await hub.ask('/account', { host: 'x.example' })).status).toBe(404);
    expect((await visit('/console')).status).toBe(404);
    expect((await visit('/accounting')).status).toBe(404);
    await hub.tenants().SetState({ tenantId: tenant.id, state: 'suspended' });
    expect((await visit('/account')).status).toBe(403);
  });

  it('refuses other methods', async () => {
    const answer = await hub.ask('/account', { method: 'POST', host: tenant.host });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('/web/assets', () => {
  it('serves the files of the build, compressed and for good', async () => {
    const answer = await visit('/web/assets/account-a1.js', { 'accept-encoding': 'br' });
    expect([answer.status, answer.text]).toEqual([200, 'compressed']);
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it.each([
    'account-a2.js',
    'account-a1.js.br',
    '.vite/manifest.json',
    '..%2f..%2fpackage.json',
    '',
  ])('has no %j', async (name) => {
    const answer = await hub.ask(`/web/assets/${name}`, { host: tenant.host });
    expect([400, 404]).toContain(answer.status);
  });
});

describe('/web/reports', () => {
  const report = (body: string) =>
    hub.ask('/web/reports', {
      method: 'POST',
      host: tenant.host,
      headers: { 'content-type': 'application/reports+json' },
      body,
    });

  it('takes reports of browsers', async () => {
    const violation = { body: { effectiveDirective: 'script-src', blockedURL: 'inline' } };
    expect((await report(JSON.stringify([violation]))).status).toBe(204);
  });

  it('refuses what is no report, too long, or no POST', async () => {
    expect((await report('{')).status).toBe(400);
    expect((await report(JSON.stringify(['x'.repeat(40_000)]))).status).toBe(413);
    expect((await hub.ask('/web/reports', { host: tenant.host })).status).toBe(405);
  });
});
