import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from '@platform/testkit/stores';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { profileTokens } from '../src/session/profile-tokens.ts';
import { secretFile, secretStore } from '../src/session/secret-store.ts';

const folder = temporaryFolder('tenantctl-tokens-');
const store = secretStore(folder.path, { secretIn: 'file' });
let server: Server;
let issuer: string;
/** Valid refresh tokens, each for one use, and those that were used. */
let valid: Set<string>;
let used: string[];

/** An issuer that rotates refresh tokens and accepts none twice. */
async function answer(form: URLSearchParams): Promise<[number, object]> {
  const refreshToken = form.get('refresh_token') ?? '';
  used.push(refreshToken);
  if (!valid.delete(refreshToken)) return [400, { error: 'invalid_grant' }];
  const next = `r${used.length}`;
  valid.add(next);
  return [200, { access_token: `t${used.length}`, expires_in: 600, refresh_token: next }];
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const isToken = request.url === '/token';
    const [status, body] = isToken
      ? await answer(new URLSearchParams(await text(request)))
      : [200, { issuer, token_endpoint: `${issuer}/token` }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  folder.remove();
});

let name: string;
let n = 0;
beforeEach(async () => {
  name = `profile${++n}`;
  [valid, used] = [new Set(['r0']), []];
  await store.write(name, 'r0');
});

/** The token that another process would get: nothing is shared but the folder. */
const token = async (rejected?: string): Promise<string> => {
  const source = profileTokens({
    folder: folder.path,
    name,
    profile: { issuer, api: issuer, clientId: 'cli', as: 'user', secretIn: 'file' },
  });
  return source(rejected === undefined ? {} : { rejected });
};

it('are renewed once for processes that need one at the same time', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => token()));
  expect(new Set(all)).toEqual(new Set(['t1']));
  expect(used).toEqual(['r0']);
  expect(await store.read(name)).toBe('r1');
});

it('are replaced once if the API rejects them', async () => {
  await token();
  const all = await Promise.all([1, 2, 3].map(() => token('t1')));
  expect(new Set(all)).toEqual(new Set(['t2']));
  expect(used).toEqual(['r0', 'r1']);
});

it('are in files that only their owner can read', async () => {
  await token();
  const file = secretFile(folder.path, name);
  expect(readFileSync(file, 'utf8')).toBe('r1');
  for (const one of [file, join(folder.path, 'tokens', `${name}.json`)])
    expect(statSync(one).mode & 0o777).toBe(0o600);
});

it('end with a sentence when the sign-in has ended', async () => {
  valid.clear();
  await expect(token()).rejects.toMatchObject({
    message: `The sign-in of the profile ${name} has ended. Run \`tenantctl login --profile ${name}\`.`,
    exitCode: 3,
  });
});
