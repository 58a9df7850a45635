import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInFlow } from '@platform/login-flow';
import { newId } from '@platform/kit/ids';
import { sendRaw } from '@platform/testkit/http';
import type { HttpAnswer } from '@platform/testkit/http';
import { loginHub, titleOf } from './login-hub.ts';
import type { LoginHub } from './login-hub.ts';

const css = '.tenant-theme { --primary: #0f766e; }';
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the branding of a tenant', () => {
  let hub: LoginHub;
  beforeAll(async () => {
    hub = await loginHub();
  });
  afterAll(() => hub.stop());

  const get = (path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> =>
    sendRaw(hub.pod.httpPort, path, { host: 'localhost', headers });

  it('is served from the host of the page, by the digest of its content', async () => {
    const sha256 = digestOf(css);
    const asset = { contentType: 'text/css; charset=utf-8', content: Buffer.from(css) };
    hub.around.identityFacade.setAsset(hub.tenantId, sha256, asset);
    const answer = await get(`/login/theme/${sha256}.css`);
    expect([answer.status, answer.text]).toEqual([200, css]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  it('shows images without running scripts', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const asset = { contentType: 'image/svg+xml', content: Buffer.from(svg) };
    hub.around.identityFacade.setAsset(hub.tenantId, digestOf(svg), asset);
    const { headers } = await get(`/login/assets/${digestOf(svg)}`);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  });

  it('hides other tenants’ files, and rejects invalid digests', async () => {
    const other = digestOf('other');
    const asset = { contentType: 'image/png', content: Buffer.from('other') };
    hub.around.identityFacade.setAsset(newId('tenant'), other, asset);
    for (const path of [`assets/${other}`, 'assets/..%2f..', `theme/${other}.js`])
      expect((await get(`/login/${path}`)).status).toBe(404);
  });

  it('can replace texts of the pages, as plain text', async () => {
    hub.around.identityFacade.setExperience('texts', {
      definition: builtInFlow,
      texts: { 'login.field.identifier': 'Staff number <b>{nobody}</b>' },
      themePath: `/login/theme/${digestOf(css)}.css`,
    });
    const uid = hub.request({
      client: { ...hub.client, id: 'texts' },
    });
    const { text } = await hub.browser(uid).get();
    expect(text).toContain('Staff number &lt;b&gt;{nobody}&lt;/b&gt;');
    expect(text).toContain(`href="/login/theme/${digestOf(css)}.css"`);
  });

  it('shows the brand next to the card if configured', async () => {
    hub.around.identityFacade.setExperience('split', {
      definition: builtInFlow,
      look: { layout: 'split_right', backgroundImagePath: '/login/assets/x' },
    });
    const uid = hub.request({ client: { ...hub.client, id: 'split' } });
    const { text } = await hub.browser(uid).get();
    expect(text).toMatch(/class="split split_right"[^]*src="\/login\/assets\/x"/);
  });

  it('is on the forms that submit themselves, which have a button for browsers without scripts', async () => {
    const answer = await get('/activate?user_code=BCDF-GHJK');
    expect([answer.status, titleOf(answer)]).toEqual([200, 'One moment']);
    expect(answer.text).toContain('· Acme</title>');
    expect(answer.text).toMatch(
      /name="user_code" value="BCDF-GHJK"[^]*<button [^>]*type="submit">/,
    );
  });

  it.each([
    ['a login in another browser', '/login/gone', {}, 'This sign-in has expired'],
    ['an expired login', '/login/gone', { cookie: 'a=b' }, 'This sign-in has expired'],
    [
      'a mailed link in another browser',
      '/login/gone/link?token=x',
      {},
      'This link no longer works',
    ],
  ])('is on the error page for %s', async (_name, path, headers, title) => {
    const answer = await get(path, headers);
    expect([answer.status, titleOf(answer)]).toEqual([404, title]);
    expect(answer.text).toContain('Acme');
    expect(answer.text).toContain('Go back to the application and start again.');
    expect(answer.text).not.toMatch(/cookie/i);
  });

  it('is omitted while it is unavailable', async () => {
    hub.around.identityFacade.setAway(true);
    const answer = await get('/login/gone', { cookie: 'a=b' });
    hub.around.identityFacade.setAway(false);
    expect([answer.status, titleOf(answer)]).toEqual([404, 'This sign-in has expired']);
  });
});
