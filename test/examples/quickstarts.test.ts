import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '@platform/dev/ports';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import type { Browser } from 'playwright-core';
import { runsLongTests } from '@platform/testkit/long-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, startBrowser } from '../browser/browser.ts';
import { person } from '../browser/person.ts';
import { repository } from './example.ts';
import { blocksOf, hasRegistry, packedSdk, surprisesOf, walkQuickstart } from './quickstart.ts';
import type { WalkedQuickstart } from './quickstart.ts';
import { exampleTenant, signIn } from './tenant.ts';
import type { ExampleTenant } from './tenant.ts';

/** The page, its example, and the port that it uses. */
const pages = [
  ['express', 'express-api', 3001],
  ['machine-to-machine', 'machine-to-machine', 0],
  ['webhooks', 'webhooks', 3004],
  ['access', 'access-checks', 0],
  ['react', 'react-spa', 5173],
  ['nextjs', 'nextjs', 3000],
] as const;

const isSource = (name: string): boolean => /\.(tsx?|fga|html)$/.test(name);
const sourcesOf = (example: string): string[] =>
  readdirSync(join(repository, 'examples', example), { recursive: true })
    .map(String)
    .filter((name) => isSource(name) && !/(^|\/)(node_modules|\.next|dist)\//.test(name))
    .filter((name) => name !== 'next-env.d.ts')
    .sort();

describe.each(pages)('the quickstart %s', (page, example) => {
  const blocks = blocksOf(page);
  const files = blocks.flatMap((block) => (block.kind === 'file' ? [block] : []));

  it.each(files.map(({ name, text }) => [name, text]))('shows %s of the example', (name, text) => {
    expect(text).toBe(readFileSync(join(repository, 'examples', example, name), 'utf8'));
  });

  it('installs the packages of the example', () => {
    const commands = blocks.map((block) => (block.kind === 'commands' ? block.text : '')).join('');
    const installed = [...commands.matchAll(/npm install (.*)/g)].flatMap(([, names = '']) =>
      names.split(' ').map((name) => name.replace(/(?<=.)@\d+$/, '')),
    );
    const file = join(repository, 'examples', example, 'package.json');
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Record<
      'dependencies' | 'devDependencies',
      object
    >;
    expect(installed.filter((name) => name !== '--save-dev').sort()).toEqual(
      Object.keys({ ...dependencies, ...devDependencies }).sort(),
    );
  });

  it('shows every source of the example', () => {
    const shown = files.map(({ name }) => name).filter(isSource);
    expect(shown.sort()).toEqual(sourcesOf(example));
  });
});

const canInstall = await hasRegistry();
if (!canInstall) console.warn('Quickstarts are not run: the registry of npm cannot be reached.');

describe.runIf(canInstall)('the commands of', () => {
  const folder = temporaryFolder('quickstarts-');
  const demoPerson = { email: 'ada@example.com', password: 'correct horse battery staple 7' };
  let tenant: ExampleTenant;
  let sdk: string;
  let browser: Browser | undefined;
  const walked: WalkedQuickstart[] = [];

  beforeAll(async () => {
    [tenant, sdk, browser] = await Promise.all([
      exampleTenant(),
      packedSdk(folder.path),
      hasBrowser ? startBrowser() : undefined,
    ]);
    const { email, password } = demoPerson;
    const profile = { email, emailVerified: true, displayName: 'Ada Lovelace' };
    await tenant.platform.users.create({ ...profile, credential: { password } });
  });
  afterAll(async () => {
    for (const one of walked) one.stop();
    await browser?.close();
    folder.remove();
  });

  /** Runs a page and checks what is seen. Returns the address of its server. */
  async function walk(page: string, usual: number, env: Record<string, string> = {}) {
    const [port = 0] = await freePorts(1);
    const url = `http://localhost:${port}`;
    const walk = await walkQuickstart({
      page,
      tenant,
      replacements: { ' @platform/sdk': ` '${sdk}'` },
      folder: join(folder.path, page),
      ports: { [usual]: port },
      env: { PORT: String(port), APP_URL: url, ...env },
    });
    walked.push(walk);
    expect(surprisesOf(page, walk)).toEqual([]);
    return url;
  }

  it.each(pages.slice(0, runsLongTests ? 4 : 1))('%s work as written', async (page, _, port) => {
    await walk(page, port);
  });

  it('react work as written, and users sign in', async () => {
    const url = await walk('react', 5173);
    if (!browser) return;
    const ada = await person(browser, tenant.under.ready.inbox);
    await ada.page.goto(url);
    await ada.presses('Sign in');
    await signIn(ada, demoPerson);
    await ada.sees('Signed in as Ada Lovelace');
  });

  it.runIf(runsLongTests)(
    'nextjs work as written, and users sign in, see users, and sign out',
    { timeout: 600_000 },
    async () => {
      const url = await walk('nextjs', 3000, { NEXT_TELEMETRY_DISABLED: '1' });
      if (!browser) return;
      const ada = await person(browser, tenant.under.ready.inbox);
      await ada.page.goto(`${url}/users`);
      await signIn(ada, demoPerson);
      await ada.sees('Signed in as Ada Lovelace');
      await ada.presses('Users');
      await ada.sees('Users');
      await ada.page.getByText('Ada Lovelace').waitFor();

      const [cookie] = await ada.context.cookies(url);
      expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax' });
      expect(cookie?.value).not.toContain('eyJ');

      const refused = await fetch(`${url}/api/me`);
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer realm="product-api"',
      ]);
      const authorization = `Bearer ${await tenant.under.token('demo')}`;
      const response = await fetch(`${url}/api/me`, { headers: { authorization } });
      expect(await response.json()).toEqual({ subject: tenant.under.tenant('demo').clientId });

      await ada.page.goto(url);
      await ada.presses('Sign out');
      await ada.goesOn();
      await ada.sees('Directory');
      await ada.page.goto(`${url}/users`);
      await ada.sees(/^Sign in to/);
    },
  );
});
