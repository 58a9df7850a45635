import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runsLongTests } from '@platform/testkit/long-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '@platform/kit/http';
import { eventually } from '@platform/testkit/eventually';
import { apiAdmin, askToken } from './api-resource-world.ts';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import { signInHub } from './sign-in-hub.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';

const audience = 'https://invoices.example.com';
const root = new URL('../../../', import.meta.url).pathname;
const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

let hub: SignInHub;
let tenant: MadeTenant;
let stranger: TestApplication;
let application: TestApplication;
let keys: Awaited<ReturnType<typeof listen>>;
let folder: string;
let backend: ChildProcess | undefined;

/** The example of the page in a language. */
async function example(language: string): Promise<string> {
  const page = await readFile(join(root, 'docs/protect-an-api.md'), 'utf8');
  const blocks = [...page.matchAll(/```(\w+)\n(.*?)```/gs)].filter(([, name]) => name === language);
  return blocks.at(-1)![2]!;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const tokenOf = async (by: TestApplication, scope: string): Promise<string> => {
  const form = { grant_type: 'client_credentials', resource: audience, scope };
  return (await askToken(hub, by, form)).body.access_token;
};

beforeAll(async () => {
  hub = await signInHub();
  folder = await mkdtemp(join(root, '.platform-example-'));
  const prepare = async (slug: string) => {
    const made = await hub.makeTenant(slug);
    const admin = await apiAdmin(hub, made);
    const by = await hub.application(made, {}, { type: 'm2m' });
    const api = await admin.api({ identifier: audience }, ['invoices:read', 'invoices:write']);
    await admin.grant(api, by);
    return { made, by };
  };
  const acme = await prepare('acme');
  tenant = acme.made;
  application = acme.by;
  stranger = (await prepare('globex')).by;
  // The issuer's documents, at an address that any program can resolve.
  keys = await listen(0, async (req, res) => {
    const found: HubReply = await hub.ask(req.url!, { host: tenant.host });
    const body = found.text.replaceAll(tenant.issuer, `http://127.0.0.1:${keys.port}`);
    const isKeySet = req.url === '/oauth2/jwks';
    res
      .writeHead(found.status, { 'content-type': 'application/json' })
      .end(
        isKeySet
          ? found.text
          : body.replace(`"issuer":"http://127.0.0.1:${keys.port}"`, `"issuer":"${tenant.issuer}"`),
      );
  });
});
afterAll(async () => {
  await keys?.close(0);
  await rm(folder, { recursive: true, force: true });
  await hub.stop();
});

/** Runs a backend, and sends it what callers send. */
async function protects(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const port = await freePort();
  const own = {
    ISSUER: tenant.issuer,
    AUDIENCE: audience,
    PORT: String(port),
    SERVER_PORT: String(port),
    JWKS_URI: `http://127.0.0.1:${keys.port}/oauth2/jwks`,
  };
  backend = spawn(command, [...args, ...(command === 'uvicorn' ? ['--port', String(port)] : [])], {
    cwd: folder,
    env: { ...process.env, ...own, ...env },
    stdio: 'inherit',
    detached: true,
  });
  const statusOf = async (token?: string): Promise<number> =>
    (
      await fetch(`http://127.0.0.1:${port}/invoices`, {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    ).status;
  try {
    await eventually(async () => (backend?.exitCode ? true : statusOf().catch(() => undefined)), {
      withinMs: 120_000,
    });
    expect(await statusOf(await tokenOf(application, 'invoices:read'))).toBe(200);
    expect(await statusOf(await tokenOf(application, 'invoices:write'))).toBe(403);
    expect(await statusOf()).toBe(401);
    expect(await statusOf('x.y.z')).toBe(401);
    // Another tenant has an API with the same identifier.
    expect(await statusOf(await tokenOf(stranger, 'invoices:read'))).toBe(401);
    expect(await statusOf((await hub.token(tenant)).body.access_token)).toBe(401);
  } finally {
    // With what it has started; it may have ended by itself.
    if (backend.pid !== undefined && backend.exitCode === null) process.kill(-backend.pid);
  }
}

describe('the examples that protect an API', { timeout: 600_000 }, () => {
  it('protect it with Express and the SDK', async () => {
    await writeFile(join(folder, 'server.mjs'), await example('js'));
    // Names below localhost are not resolved everywhere.
    await writeFile(
      join(folder, 'issuer.mjs'),
      `const send = globalThis.fetch;
       globalThis.fetch = (input, init) => send(String(input.url ?? input).replace(process.env.ISSUER, 'http://127.0.0.1:${keys.port}'), init);`,
    );
    await protects(process.execPath, ['--import', './issuer.mjs', 'server.mjs']);
  });

  it.skipIf(!succeeds('python3', '-c', 'import fastapi, jwt, uvicorn'))(
    'protect it with FastAPI and PyJWT',
    async () => {
      await writeFile(join(folder, 'main.py'), await example('python'));
      await protects('uvicorn', ['main:app', '--host', '127.0.0.1']);
    },
  );

  it.skipIf(!succeeds('go', 'version'))('protect it with Go and go-oidc', async () => {
    await writeFile(join(folder, 'main.go'), await example('go'));
    await writeFile(join(folder, 'go.mod'), 'module example\n\ngo 1.24\n');
    const tidied = spawnSync('go', ['mod', 'tidy'], { cwd: folder, stdio: 'inherit' });
    // Without the module proxy there is nothing to run.
    if (tidied.status === 0) await protects('go', ['run', '.']);
  });

  it('protect it with Spring Boot', async ({ skip }) => {
    skip(!runsLongTests, 'TEST_LONG=1 runs it');
    const hasMaven = succeeds('mvn', '--version') && succeeds('java', '-version');
    skip(!hasMaven, 'Maven or Java is not installed');
    const sources = join(folder, 'src/main/java/com/example/invoices');
    await mkdir(sources, { recursive: true });
    await writeFile(join(sources, 'Application.java'), await example('java'));
    await writeFile(join(folder, 'pom.xml'), await example('xml'));
    const built = spawnSync('mvn', ['--batch-mode', '--quiet', 'package'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const isOffline = /Could not (?:transfer|find|resolve)|Non-resolvable/.test(built.stdout);
    skip(isOffline, 'Maven could not fetch Spring Boot');
    expect([built.status, built.stdout]).toEqual([0, expect.any(String)]);
    await protects('java', ['-jar', 'target/invoices-1.jar']);
  });
});
