import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { runsLongTests } from '@platform/testkit/long-tests';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sitePolicy, siteTypes } from '../../gateway/src/documents/site.ts';
import { renderedSite } from '../docs/site.ts';
import { violationsInBothSchemes } from './accessibility.ts';
import { hasBrowser, startBrowser } from './browser.ts';

const describeInBrowser = hasBrowser && runsLongTests ? describe : describe.skip;

describeInBrowser('the documentation in a browser', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;
  let origin: string;
  const requests: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    const files = await renderedSite();
    server = createServer((req, res) => {
      const { pathname } = new URL(req.url ?? '', 'http://site');
      if (pathname.startsWith('/api/')) {
        requests.push({ method: req.method, url: req.url, headers: req.headers });
        res.writeHead(404, { 'content-type': 'application/problem+json', 'x-request-id': 'req_1' });
        return void res.end('{"code":"not_found","detail":"There is no such user."}');
      }
      const path = pathname.replace(/^\/docs\//, '').replace(/^$|\/$/, '$&index.html');
      const file = files.get(path);
      const type = siteTypes[/\.\w+$/.exec(path)?.[0] ?? ''];
      if (file === undefined || type === undefined) return void res.writeHead(404).end();
      res.writeHead(200, { 'content-type': type, 'content-security-policy': sitePolicy }).end(file);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    browser = await startBrowser();
    page = await browser.newPage();
    page.on('console', (message) => {
      // A response of the API with an error is a line in the console, too.
      if (message.type() === 'error' && !/status of 404/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });
  afterEach(() => expect(complaints.splice(0)).toEqual([]));

  const open = (path: string) => page.goto(`${origin}/docs/${path}`);

  it('finds an operation and leads to it', async () => {
    await open('webhooks.html');
    await page.keyboard.press('/');
    await page.fill('dialog input', 'create user');
    await page.waitForSelector('.results a');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/reference/users.html#userDirectoryCreate');
  });

  it('shows all samples in the chosen language, also on the next page', async () => {
    await open('reference/users.html');
    await page.click('#userDirectoryList-tab-1');
    expect(await page.isVisible('#userDirectoryCreate-sample-1')).toBe(true);
    await page.keyboard.press('ArrowRight');
    expect(await page.isVisible('#userDirectoryList-sample-2')).toBe(true);
    await open('reference/roles.html');
    expect(await page.isVisible('#rolesList-sample-2')).toBe(true);
    expect(await page.isVisible('#rolesList-sample-0')).toBe(false);
  });

  const form = '.operation:has(#userDirectoryGet)';

  it('says what a request lacks', async () => {
    await open('reference/users.html');
    await page.click(`${form} .try-open`);
    const send = () => page.click(`${form} [type=submit]`);
    const failure = () => page.textContent(`${form} .failure`);
    await send();
    expect(await failure()).toBe('Enter an access token.');
    await page.fill(`${form} [type=password]`, 'the-token');
    await send();
    expect(await failure()).toBe('Enter id.');
    await page.fill(`${form} [type=url]`, '');
    await send();
    expect(await failure()).toBe('Enter the base URL of your API.');
    expect(requests).toEqual([]);
  });

  it('sends a request with the token of the reader, and explains the error', async () => {
    await open('reference/users.html');
    await page.click(`${form} .try-open`);
    await page.fill(`${form} [type=password]`, 'the-token');
    await page.fill(`${form} .field:nth-of-type(3) input`, 'usr_1/../x');
    await page.click(`${form} [type=submit]`);
    await page.waitForSelector(`${form} .result pre`);
    const [request] = requests;
    expect([request?.method, request?.url, request?.headers.authorization]).toEqual([
      'GET',
      '/api/v1/directory/users/usr_1%2F..%2Fx',
      'Bearer the-token',
    ]);
    const link = page.locator(`${form} .result a`);
    expect(await link.getAttribute('href')).toMatch(/errors\.html#not_found$/);
  });

  it('keeps the token on other pages but not when a page is loaded, and stores it nowhere', async () => {
    const tokenOn = async (operation: string) => {
      await page.click(`.operation:has(#${operation}) .try-open`);
      return page.inputValue(`.operation:has(#${operation}) [type=password]`);
    };
    await page.click('.menu a[href$="roles.html"]');
    await page.waitForSelector('#rolesList');
    expect(page.url()).toBe(`${origin}/docs/reference/roles.html`);
    expect(await tokenOn('rolesList')).toBe('the-token');
    const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';
    expect(await page.evaluate(stored)).not.toContain('the-token');
    await page.goBack();
    await page.waitForSelector('#userDirectoryGet');
    await page.reload();
    expect(await tokenOn('userDirectoryGet')).toBe('');
  });

  it.each([
    'index.html',
    'access.html',
    'configuration.html',
    'reference/index.html',
    'reference/errors.html',
    'reference/users.html',
    'reference/fine-grained-authorization.html',
    'reference/events-user.html',
  ])('has no page that is wider than a phone: %s', async (path) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(path);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('is usable by everyone, in light and dark', { timeout: 300_000 }, async () => {
    for (const path of ['index.html', 'reference/roles.html', 'reference/errors.html']) {
      await open(path);
      expect([path, await violationsInBothSchemes(page)]).toEqual([path, []]);
    }
  });

  it('keeps the appearance that the reader chose', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open('index.html');
    await page.click('.theme-button');
    await open('access.html');
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe('rgb(12, 14, 19)');
  });
});
