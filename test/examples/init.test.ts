import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { runsLongTests } from '@platform/testkit/long-tests';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, startBrowser } from '../browser/browser.ts';
import { person } from '../browser/person.ts';
import { startProxy } from '../sdks/local-proxy.ts';
import { startServer } from './example.ts';
import type { RunningExample } from './example.ts';
import { administratorOf, followSteps, initialize, writeProject } from './project.ts';
import type { InitReport } from './project.ts';
import { hasRegistry } from './quickstart.ts';
import { exampleTenant, signIn } from './tenant.ts';
import type { ExampleTenant } from './tenant.ts';
import { killedInit, tenantctl } from './tenantctl.ts';

const folder = temporaryFolder('init-');
let tenant: ExampleTenant;

beforeAll(async () => {
  tenant = await exampleTenant();
});
afterAll(() => folder.remove());

const express = { name: 'shop', dependencies: { express: '^5.0.0' } };
const text = (project: string, name: string): string => readFileSync(join(project, name), 'utf8');

function project(name: string, files: Readonly<Record<string, string | object>>): string {
  const path = join(folder.path, name);
  writeProject(path, files);
  return path;
}

const variable = (at: string, name: string): string | undefined =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(text(at, '.env'))?.[1];

describe('init', () => {
  it('registers an application and keeps its secret in a file of the owner', async () => {
    const at = project('shop', { 'package.json': express });
    const report = await initialize(at, tenant);
    expect(report).toMatchObject({
      action: 'registered',
      application: { type: 'web', redirectUris: ['http://localhost:3000/callback'] },
    });
    const { clientId } = report.application;
    expect(await tenant.platform.applications.get(clientId)).toMatchObject({ name: 'shop' });
    expect(variable(at, 'CLIENT_ID')).toBe(clientId);
    expect(statSync(join(at, '.env')).mode & 0o777).toBe(0o600);
    expect(text(at, '.gitignore')).toBe('.env\n');
    const secret = variable(at, 'CLIENT_SECRET') ?? '';
    expect(secret.length).toBeGreaterThan(20);
    expect(JSON.stringify(report)).not.toContain(secret);
    expect(JSON.stringify(report)).not.toContain(variable(at, 'SESSION_SECRET'));
  });

  it('finds the application again, and changes nothing', async () => {
    const at = project('again', { 'package.json': express, '.gitignore': 'node_modules' });
    const first = await initialize(at, tenant);
    const before = [text(at, '.env'), text(at, '.gitignore'), text(at, 'auth.mjs')];
    const second = await initialize(at, tenant);
    expect(second).toMatchObject({ action: 'found', variables: [] });
    expect(second.application).toEqual(first.application);
    expect(second.files.map(({ state }) => state)).toEqual(Array(4).fill('unchanged'));
    expect([text(at, '.env'), text(at, '.gitignore'), text(at, 'auth.mjs')]).toEqual(before);
    expect(before[1]).toBe('node_modules\n.env\n');
  });

  it('overwrites neither variables nor files', async () => {
    const own = 'export const auth = "mine";\n';
    const env = 'DATABASE_URL=postgres://db\nAPP_URL=http://localhost:4000';
    const at = project('own', { 'package.json': express, 'auth.mjs': own, '.env': env });
    const { files, application } = await initialize(at, tenant);
    expect(text(at, 'auth.mjs')).toBe(own);
    expect(files.find(({ path }) => path === 'auth.mjs')).toMatchObject({ state: 'exists' });
    expect(text(at, '.env').startsWith(`${env}\nISSUER=`)).toBe(true);
    expect(application.redirectUris).toEqual(['http://localhost:4000/callback']);
  });

  it('registers a single application, whenever it is killed', async () => {
    const at = project('interrupted', { 'package.json': { ...express, name: 'interrupted' } });
    for (const milliseconds of [0, 20, 60, 120])
      await killedInit(at, administratorOf(tenant), milliseconds);
    await initialize(at, tenant);
    const registered: string[] = [];
    for await (const { name, clientId } of tenant.platform.applications.list())
      if (name === 'interrupted') registered.push(clientId);
    expect(registered).toEqual([variable(at, 'CLIENT_ID')]);
    expect(text(at, '.env').match(/^\w+(?==)/gm)).toEqual([
      'ISSUER',
      'CLIENT_ID',
      'APP_URL',
      'SESSION_SECRET',
      'CLIENT_SECRET',
    ]);
    expect(readdirSync(at).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('continues a run that was killed after the registration', async () => {
    const at = project('killed', { 'package.json': express });
    const { application } = await initialize(at, tenant);
    writeFileSync(join(at, '.env'), text(at, '.env').replace(/^CLIENT_SECRET=.*\n/m, ''));
    rmSync(join(at, 'server.mjs'));
    const continued = await initialize(at, tenant);
    expect(continued).toMatchObject({ action: 'found', application, variables: ['CLIENT_SECRET'] });
    expect(text(at, 'server.mjs')).toContain('express');
    const secrets = await tenant.platform.applications.secrets.list(application.clientId);
    expect(secrets.data[0]?.last4).toBe(variable(at, 'CLIENT_SECRET')?.slice(-4));
  });

  it('adds a redirect URI to the application, and keeps the others', async () => {
    const at = project('moved', { 'package.json': express });
    await initialize(at, tenant);
    writeFileSync(join(at, '.env'), text(at, '.env').replace(':3000', ':3100'));
    const { action, application } = await initialize(at, tenant);
    expect(action).toBe('updated');
    const { redirectUris } = await tenant.platform.applications.get(application.clientId);
    expect(redirectUris).toEqual([
      'http://localhost:3000/callback',
      'http://localhost:3100/callback',
    ]);
  });

  it('does nothing on a dry run', async () => {
    const at = project('dry', { 'package.json': express });
    const { action, application } = await initialize(at, tenant, ['--dry-run']);
    expect(action).toBe('dry-run');
    expect(() => text(at, '.env')).toThrow('ENOENT');
    const found = await tenant.platform.applications.get(application.clientId).result();
    expect(found.ok).toBe(false);
  });

  it.each<[string, Record<string, string | object>, string[], string]>([
    ['an empty folder', { 'README.md': '' }, [], 'has no package.json'],
    [
      'two frameworks',
      { 'package.json': { dependencies: { express: '5', hono: '4' } } },
      [],
      'uses express and hono. Choose one with --framework',
    ],
    ['Django', { 'requirements.txt': 'django\n' }, [], 'does not depend on FastAPI'],
    ['a path as URL', { 'package.json': express }, ['--url', 'http://x/y'], '--url must be'],
    [
      'another issuer',
      { 'package.json': express, '.env': 'ISSUER=https://other.example\n' },
      [],
      'ISSUER in .env is https://other.example',
    ],
    [
      'a secret without its application',
      { 'package.json': express, '.env': 'CLIENT_SECRET=abc\n' },
      [],
      'CLIENT_SECRET',
    ],
  ])('explains %s, and changes nothing', async (name, files, args, reason) => {
    const at = project(name.replaceAll(' ', '-'), files);
    const before = files['.env'] ?? '';
    const ended = await tenantctl(at, ['init', ...args], administratorOf(tenant));
    expect(ended).toMatchObject({ code: 2, notes: expect.stringContaining(reason) });
    expect(files['.env'] === undefined ? '' : text(at, '.env')).toBe(before);
  });

  it('says how to sign in', async () => {
    const at = project('signed-out', { 'package.json': express });
    const env = { TENANTCTL_CONFIG_DIR: join(at, 'none') };
    const ended = await tenantctl(at, ['init'], env);
    expect(ended).toMatchObject({ code: 3, notes: expect.stringContaining('tenantctl login') });
  });
});

const vite = {
  'package.json': {
    name: 'orders',
    type: 'module',
    dependencies: { react: '^19.0.0', 'react-dom': '^19.0.0' },
    devDependencies: { vite: '^8.0.0', typescript: '^5.9.0' },
  },
  'index.html':
    '<!doctype html><html lang="en"><head><title>Orders</title></head><body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body></html>',
  'src/main.tsx': "document.body.append('Hello');\n",
};
const next = {
  'package.json': {
    name: 'directory',
    dependencies: { next: '^16.0.0', react: '^19.0.0', 'react-dom': '^19.0.0' },
    devDependencies: { typescript: '^5.9.0', '@types/react': '^19.0.0', '@types/node': '^20.0.0' },
  },
  'tsconfig.json': { compilerOptions: { strict: true, jsx: 'preserve', skipLibCheck: true } },
  'app/page.tsx': 'export default function Home() { return null; }\n',
};

const typescript = { name: 'typed', type: 'module', devDependencies: { typescript: '^5.9.0' } };

/** Projects, how their server is started, and what it prints when it is ready. */
const projects: [string, Record<string, string | object>, string, RegExp][] = [
  ['express', { 'package.json': express }, 'exec node --env-file=.env server.mjs', /listens on/],
  [
    'fastify',
    { 'package.json': { ...typescript, dependencies: { fastify: '^5.0.0' } } },
    'exec node_modules/.bin/tsx --env-file=.env server.ts',
    /listens on/,
  ],
  [
    'hono',
    { 'package.json': { type: 'module', dependencies: { hono: '^4.0.0' } } },
    'exec node --env-file=.env server.js',
    /listens on/,
  ],
  [
    'node',
    { 'package.json': { type: 'module' } },
    'exec node --env-file=.env server.js',
    /listens on/,
  ],
  ['react', vite, 'exec node_modules/.bin/vite --port $PORT --strictPort', /ready in/],
  [
    'nextjs',
    next,
    'node_modules/.bin/next build && exec node_modules/.bin/next start --port $PORT',
    /Ready in/,
  ],
];

/** Projects in other languages, with the tool that they need. */
const others: [string, string, string[], (typeof projects)[number]][] = [
  [
    'fastapi',
    'python3',
    ['-c', 'import venv, ensurepip'],
    [
      'fastapi',
      { 'requirements.txt': 'fastapi\n' },
      'exec .venv/bin/uvicorn main:app --env-file .env --port $PORT',
      /Uvicorn running/,
    ],
  ],
  [
    'go',
    'go',
    ['version'],
    [
      'go',
      { 'go.mod': 'module example.com/shop\n\ngo 1.24\n' },
      'set -a && . ./.env && set +a && go build -o shop . && exec ./shop',
      /listens on/,
    ],
  ],
];

const canInstall = hasBrowser && (await hasRegistry());
if (!canInstall) console.warn('Initialized projects are not run: no browser, or no registry.');

describe.runIf(canInstall)('a project after init', () => {
  let browser: Browser;
  const running: RunningExample[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await Promise.all(running.map((one) => one.stop()));
    await browser?.close();
  });

  /** Runs a project that `init` has completed, and signs a user in and out. */
  async function signInTo(
    [name, files, command, ready]: (typeof projects)[number],
    env: Record<string, string> = {},
  ): Promise<void> {
    const at = project(`run-${name}`, files);
    let report: InitReport | undefined;
    const server = await startServer({
      folder: at,
      command: 'bash',
      args: ['-c', command],
      ready,
      env: async (port) => {
        if (name === 'fastapi') spawnSync('python3', ['-m', 'venv', '.venv'], { cwd: at });
        report = await initialize(at, tenant, ['--url', `http://localhost:${port}`]);
        await followSteps(at, report);
        return { NEXT_TELEMETRY_DISABLED: '1', ...env };
      },
    });
    running.push(server);
    const someone = await tenant.under.person('demo', {
      profile: { displayName: 'Ada Lovelace' },
    });
    const ada = await person(browser, tenant.under.ready.inbox);
    await ada.page.goto(server.url);
    await ada.sees('Signed out');
    await ada.presses('Sign in');
    await signIn(ada, someone);
    await ada.sees('Signed in as Ada Lovelace');
    await ada.page.reload();
    await ada.sees('Signed in as Ada Lovelace');
    await ada.presses('Sign out');
    await ada.goesOn();
    await ada.sees('Signed out');
  }

  const tried = projects.filter(([name]) => runsLongTests || ['express', 'react'].includes(name));

  it.each(tried.map((one) => [one[0], one] as const))(
    'signs users in and out with %s',
    { timeout: 600_000 },
    (_, one) => signInTo(one),
  );

  it.for(others)(
    'signs users in and out with %s (skipped without its tools)',
    { timeout: 600_000 },
    async ([, tool, check, one], { skip }) => {
      if (!runsLongTests) return skip('TEST_LONG=1 runs it');
      if (spawnSync(tool, check).status !== 0) return skip(`${tool} is not installed`);
      // Their programs need a name server that knows names below `localhost`.
      const proxy = await startProxy();
      try {
        await signInTo(one, { HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' });
      } finally {
        proxy.close();
      }
    },
  );
});
