import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { localFetch } from '@platform/dev/local-fetch';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, startBrowser } from '../browser/browser.ts';

const execute = promisify(execFile);
const folder = temporaryFolder('runtimes-');
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

/** A folder in which the runtimes are installed as packages of npm. See docs/testing.md. */
const installed = process.env['SDK_RUNTIMES'];
const places = [
  ...(installed === undefined ? [] : [join(installed, 'node_modules/.bin')]),
  ...(process.env['PATH'] ?? '').split(delimiter),
];
const commandOf = (name: string): string | undefined =>
  places.map((place) => join(place, name)).find((file) => existsSync(file));
const [deno, bun] = [commandOf('deno'), commandOf('bun')];
const miniflare = installed && join(installed, 'node_modules/miniflare');

let platform: PlatformUnderTest;
let proxy: Server;

/** Forwards to the API and to the issuer, whose host only some runtimes find, from an origin that a browser can be at. */
const forward = (): Server =>
  createServer(async (req, res) => {
    const { url = '/', method = 'GET', headers } = req;
    if (url === '/')
      return void res.setHeader('content-type', 'text/html').end('<title>Here</title>');
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const target = url.startsWith('/api/')
      ? platform.ready.gateway
      : platform.tenant('acme').issuer;
    const passed = ['authorization', 'content-type', 'idempotency-key'];
    const response = await localFetch(`${target}${url}`, {
      method,
      headers: Object.fromEntries(
        passed.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
      ),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    res.writeHead(response.status, {
      'content-type': response.headers.get('content-type') ?? 'text/plain',
    });
    return void res.end(Buffer.from(await response.arrayBuffer()));
  });

beforeAll(async () => {
  platform = await sharedPlatform(['acme']);
  proxy = forward();
  await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve));
});
afterAll(() => {
  proxy?.close();
  folder.remove();
});

/** The input of `run`, and what it must return. */
async function input() {
  const body = '{"id":"evt_1","type":"user.deleted","data":{}}';
  const now = new Date();
  const webhook = {
    secret,
    body,
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
    },
  };
  return {
    base: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    issuer: platform.tenant('acme').issuer,
    token: await platform.token('acme'),
    email: `${randomUUID()}@example.com`,
    webhook,
  };
}
const expected = {
  isListed: true,
  isGone: true,
  isVerified: true,
  isForgedRefused: true,
  event: 'user.deleted',
};

const program = fileURLToPath(new URL('./runtime-program.js', import.meta.url));

/** Bundles the program with an entry of the runtime. */
async function bundled(entry: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { run } from ${JSON.stringify(program)};\n${entry}`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    write: false,
    format,
    platform: 'browser',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}

/** Runs the program by a command that runs files. */
async function ran(command: string, args: string[]): Promise<unknown> {
  const file = join(folder.path, `${randomUUID()}.mjs`);
  const entry = `console.log(JSON.stringify(await run(${JSON.stringify(await input())})));`;
  writeFileSync(file, await bundled(entry));
  const { stdout } = await execute(command, [...args, file], {
    env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' },
  });
  return JSON.parse(stdout);
}

const missing = (name: string): string => `${name}: not installed, so the SDK is not tried there`;
for (const [name, found] of Object.entries({ Deno: deno, Bun: bun, workerd: miniflare }))
  if (found === undefined) console.warn(missing(name));

describe('the SDK works in', () => {
  it('Node', async () => {
    expect(await ran(process.execPath, [])).toEqual(expected);
  });

  it.runIf(deno)('Deno', async () => {
    expect(await ran(String(deno), ['run', '--allow-net'])).toEqual(expected);
  });

  it.runIf(bun)('Bun', async () => {
    expect(await ran(String(bun), ['run'])).toEqual(expected);
  });

  it.runIf(miniflare)('workerd, the runtime of Cloudflare Workers', async () => {
    const { main } = JSON.parse(
      await (
        await import('node:fs/promises')
      ).readFile(join(String(miniflare), 'package.json'), 'utf8'),
    ) as { main: string };
    const { Miniflare } = (await import(pathToFileURL(join(String(miniflare), main)).href)) as {
      Miniflare: new (options: object) => {
        dispatchFetch(url: string): Promise<Response>;
        dispose(): Promise<void>;
      };
    };
    const entry = `export default { fetch: async () => Response.json(await run(${JSON.stringify(await input())})) };`;
    const worker = new Miniflare({
      modules: true,
      script: await bundled(entry),
      compatibilityDate: '2025-01-01',
    });
    const response = await worker.dispatchFetch('http://worker.example/');
    expect(await response.json()).toEqual(expected);
    await worker.dispose();
  });

  it.runIf(hasBrowser)('Chromium', async () => {
    const browser = await startBrowser();
    const page = await browser.newPage();
    const given = await input();
    await page.goto(given.base);
    await page.addScriptTag({ content: await bundled('globalThis.run = run;', 'iife') });
    const result = await page.evaluate(`globalThis.run(${JSON.stringify(given)})`);
    expect(result).toEqual(expected);
    await browser.close();
  });
});
