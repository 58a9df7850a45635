import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ready } from '@platform/dev/platform';
import { eventually } from '@platform/testkit/eventually';
import { temporaryFolder } from '@platform/testkit/stores';
import type { Browser, Page } from 'playwright-core';
import { hasBrowser, startBrowser } from '../browser/browser.ts';
import { startCorporateProviders } from './corporate-providers.ts';
import type { CorporateProviders } from './corporate-providers.ts';
import { corporateSignIn } from './corporate-browser.ts';
import { corporateTenant, offerConnector, permitted } from './corporate-tenant.ts';
import type { CorporateTenant } from './corporate-tenant.ts';
import { startTlsApplication } from './tls-application.ts';
import type { TlsApplication } from './tls-application.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const folder = temporaryFolder('walkthrough-');
const dataDir = join(folder.path, 'data');
const portOffset = 10_000 + 200 * Math.floor(Math.random() * 60);

/** The shorter times that docs/privacy.md starts the platform with. */
const times = Object.fromEntries(
  [
    ...readFileSync(join(repository, 'docs/privacy.md'), 'utf8').matchAll(
      /(PLATFORM_\w+)='?([^'\n]+?)'?(?= PLATFORM_| npm start)/g,
    ),
  ].map(([, name = '', value = '']) => [name, value]),
);

let providers: CorporateProviders | undefined;
let company: CorporateTenant;
let platform: ChildProcess | undefined;
let printed = '';

/** Starts the platform by the command of the README and resolves when it is ready. */
async function start(options: string[], more: Record<string, string> = {}): Promise<void> {
  const since = Date.now();
  printed = '';
  platform = spawn(
    'npm',
    ['start', '--', '--data', dataDir, '--port-offset', String(portOffset), ...options],
    {
      cwd: repository,
      detached: true,
      env: { ...process.env, ...times, NODE_OPTIONS: '', ...more },
    },
  );
  for (const stream of [platform.stdout, platform.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  while (!existsSync(join(dataDir, 'ready.json'))) {
    if (platform.exitCode !== null) throw new Error(`npm start ended:\n${printed}`);
    if (Date.now() - since > 120_000) throw new Error(`npm start is not ready:\n${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Ctrl-C: a terminal sends the signal to the whole group. */
async function stop(): Promise<void> {
  if (!platform?.pid || platform.exitCode !== null) return;
  const ended = new Promise((resolve) => platform?.once('close', resolve));
  process.kill(-platform.pid, 'SIGINT');
  await ended;
}

interface Step {
  commands: string;
  expected: RegExp[];
}

/** The shell blocks of a document, each with what must be seen behind it. */
function steps(text: string): Step[] {
  return [...text.matchAll(/```sh\n([\s\S]*?)```\n((?:<!-- expect: .* -->\n)*)/g)].map(
    ([, commands = '', expects = '']) => ({
      commands,
      expected: [...expects.matchAll(/<!-- expect: (.*) -->/g)].map(
        ([, pattern = '']) => new RegExp(pattern),
      ),
    }),
  );
}

/** One shell for the whole walk, as a reader has one; each step's output by itself. */
async function walk(all: readonly Step[]): Promise<string[]> {
  const mark = '--- the step has ended ---';
  const script = all
    .map(({ commands }) => `${commands}\necho; echo '${mark}'\n`)
    .join('')
    .replaceAll('.platform/', `${dataDir}/`)
    .replaceAll('receiver.log', join(folder.path, 'receiver.log'))
    .replaceAll('tuples.json', join(folder.path, 'tuples.json'))
    .replaceAll('localhost:8099', `localhost:${portOffset + 8099}`)
    .replaceAll('receiver.js --secret', `receiver.js --port ${portOffset + 8099} --secret`);
  const shell = spawn('bash', ['-c', script], { cwd: repository });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const timer = setTimeout(() => shell.kill('SIGKILL'), 400_000);
  await new Promise((resolve) => shell.once('close', resolve));
  clearTimeout(timer);
  return output.split(mark);
}

const readyPlatform = (): Ready =>
  JSON.parse(readFileSync(join(dataDir, 'ready.json'), 'utf8')) as Ready;

const payloadOf = (jwt: string): unknown =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

beforeAll(async () => {
  await start(['--fresh']);
}, 180_000);
afterAll(async () => {
  await stop();
  await providers?.stop();
  rmSync(dataDir, { recursive: true, force: true });
  folder.remove();
});

describe('npm start', () => {
  test('prints suggestions and writes ready.json', () => {
    const ready = JSON.parse(readFileSync(join(dataDir, 'ready.json'), 'utf8'));
    expect(ready).toMatchObject({
      gateway: `http://localhost:${8082 + portOffset}`,
      hub: `http://localhost:${8080 + portOffset}`,
    });
    expect(ready.tenants.map((t: { slug: string }) => t.slug)).toEqual(['demo', 'acme']);
    for (const tenant of ready.tenants)
      expect(Object.keys(tenant).sort()).toEqual([
        'clientId',
        'clientSecret',
        'issuer',
        'slug',
        'tenantId',
      ]);
    expect(printed).toContain('/api/v1/');
  });

  test.each(['README.md', 'docs/access.md', 'docs/privacy.md'])(
    'runs every command of %s',
    async (file) => {
      const all = steps(readFileSync(join(repository, file), 'utf8'));
      expect(all.length).toBeGreaterThan(4);
      const outputs = await walk(all);
      all.forEach(({ expected }, i) => {
        for (const pattern of expected) expect(outputs[i]).toMatch(pattern);
      });
    },
    420_000,
  );

  test('keeps its data between starts, and serves the hosts of tenants over TLS when asked to', async () => {
    const before = readFileSync(join(dataDir, 'ready.json'), 'utf8');
    providers = await startCorporateProviders(dataDir);
    company = await corporateTenant(dataDir, readyPlatform(), providers);
    await stop();
    expect(existsSync(join(dataDir, 'ready.json'))).toBe(false);
    await start(['--tls'], {
      PLATFORM_JIT_PROVISIONING_RULES: company.rules,
      ...providers.environment,
    });
    const overTls = before.replaceAll(
      `.platform.localhost:${8080 + portOffset}`,
      `.platform.localhost:${8443 + portOffset}`,
    );
    const issuers = overTls.replaceAll(/"issuer": "http:/g, '"issuer": "https:');
    expect(readFileSync(join(dataDir, 'ready.json'), 'utf8')).toBe(issuers);
  });
});

describe('npm start -- --tls', () => {
  let application: TlsApplication;
  let browser: Browser | undefined;

  beforeAll(async () => {
    application = await startTlsApplication(dataDir, readyPlatform());
  });
  afterAll(async () => {
    await browser?.close();
    await application?.stop();
  });

  test('signs people in to a client that insists on https, and signs them out again', async () => {
    const { config, person, browser, redirectUri, signedOutUri, received } = application;
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
    const expectedState = oidc.randomState();
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: expectedState,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    expect(url.protocol).toBe('https:');
    const callback = await browser.signIn(url, person);
    const checks = { pkceCodeVerifier, expectedState };
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
    // The hub has fetched the application's keys to check its assertion.
    expect(received.map(({ path }) => path)).toEqual(['/jwks']);
    const { sub, sid } = tokens.claims()!;
    const profile = await oidc.fetchUserInfo(config, tokens.access_token, sub);
    expect(profile).toMatchObject({ email: person.email });

    const end = oidc.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: signedOutUri,
    });
    expect((await browser.signOut(end)).href).toBe(signedOutUri);
    const notice = await eventually(() =>
      received.find(({ path }) => path === '/backchannel-logout'),
    );
    const logoutToken = new URLSearchParams(notice.body).get('logout_token') ?? '';
    expect(payloadOf(logoutToken)).toMatchObject({
      iss: config.serverMetadata().issuer,
      sub,
      sid,
    });
  });

  const testInBrowser = hasBrowser ? test : test.skip;
  const signsIn = async (walk: (page: Page) => Promise<void>) => {
    browser ??= await startBrowser(`--host-resolver-rules=${providers?.resolverRules}`);
    const { tenants } = readyPlatform();
    const { issuer = '' } = tenants.find(({ slug }) => slug === 'acme') ?? {};
    const ca = readFileSync(join(dataDir, 'tls', 'ca.pem'), 'utf8');
    return corporateSignIn(browser, { ...company, issuer, ca }, walk);
  };
  /** At the provider's own pages. */
  const signsInThere = async (page: Page, name: string): Promise<void> => {
    await page.fill('[name=login]', name);
    await page.fill('[name=password]', 'anything');
    await page.click('button[type=submit]');
    await page.getByRole('button', { name: 'Continue' }).click();
  };

  testInBrowser.each<['oidc' | 'saml', string, (page: Page) => Promise<void>]>([
    ['oidc', 'ada@corp.example.com', (page) => signsInThere(page, 'ada')],
    ['saml', 'grace@union.example.com', (page) => page.click('text=Sign in as Grace')],
  ])(
    'signs people in at the %s provider of their company, with roles by rules',
    async (protocol, email, atProvider) => {
      const { profile, accessToken } = await signsIn(async (page) => {
        await page.fill('[name=identifier]', email);
        await page.click('main button.primary');
        await page.getByRole('heading', { name: 'Continue with your organization' }).waitFor();
        await page.click('main button.primary');
        await atProvider(page);
      });
      expect(profile).toMatchObject({ email });
      expect(payloadOf(accessToken)).toMatchObject({
        scope: `openid email ${permitted}`,
        org_id: company.organizations[protocol],
      });
    },
  );

  testInBrowser('signs people up with a social connector', async () => {
    await offerConnector(readyPlatform(), providers!);
    const { profile, accessToken } = await signsIn(async (page) => {
      await page.getByRole('button', { name: 'Partner' }).click();
      await signsInThere(page, 'joan');
    });
    expect(profile).toMatchObject({ email: 'joan@corp.example.com', email_verified: true });
    expect(payloadOf(accessToken)).toMatchObject({ scope: 'openid email' });
  });
});
