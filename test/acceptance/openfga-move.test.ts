import { spawn } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Runs the script of docs/openfga.md. A store of another tenant stands for the server that is left.
const repository = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(repository, 'docs/openfga.md'), 'utf8');
const script = /```js\n([^]*?)```/.exec(page)?.[1]?.replace(/^ {3}/gm, '') ?? '';
const folder = temporaryFolder('openfga-move-');

let platform: PlatformUnderTest;
beforeAll(async () => {
  platform = await sharedPlatform(['acme', 'globex']);
  symlinkSync(join(repository, 'node_modules'), join(folder.path, 'node_modules'));
  writeFileSync(join(folder.path, 'move.mjs'), script);
});
afterAll(() => folder.remove());

const api = async (tenant: string, path: string, body?: unknown) => {
  const answer = await platform.call(body ? 'post' : 'get', `/openfga/stores${path}`, {
    token: await platform.token(tenant),
    ...(body ? { body } : {}),
  });
  expect([answer.status < 300, answer.body.message]).toEqual([true, undefined]);
  return answer.body;
};

/** The model of the drive as JSON, which the API reads from its DSL. */
async function driveModel(): Promise<object> {
  const dsl = readFileSync(join(repository, 'packages/relations/examples/drive.fga'), 'utf8');
  const { body } = await platform.call('post', '/api/v1/fga/models', {
    token: await platform.token('globex'),
    body: { dsl, dryRun: true },
  });
  return body.model;
}

/** A configuration of the SDK with a token, which needs no token endpoint. */
const configuration = async (tenant: string, storeId?: string): Promise<string> =>
  JSON.stringify({
    apiUrl: `${platform.ready.gateway}/openfga`,
    ...(storeId ? { storeId } : {}),
    credentials: { method: 'api_token', config: { token: await platform.token(tenant) } },
  });

const move = async (storeId: string): Promise<string> => {
  const child = spawn(process.execPath, ['move.mjs'], {
    cwd: folder.path,
    env: {
      ...process.env,
      FROM: await configuration('globex', storeId),
      TO: await configuration('acme'),
      NODE_OPTIONS: '',
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect([code, printed]).toEqual([0, expect.any(String)]);
  return printed;
};

it('copies model, tuples and assertions, and finds no different answer', async () => {
  const { id: from } = await api('globex', '', { name: 'old' });
  const { authorization_model_id: modelId } = await api(
    'globex',
    `/${from}/authorization-models`,
    await driveModel(),
  );
  const keys = Array.from({ length: 150 }, (_, i) => ({
    user: `user:${i}`,
    relation: 'viewer',
    object: `folder:${i % 7}`,
  }));
  for (const tuple_keys of [keys.slice(0, 100), keys.slice(100)])
    await api('globex', `/${from}/write`, { writes: { tuple_keys } });
  await platform.call('put', `/openfga/stores/${from}/assertions/${modelId}`, {
    token: await platform.token('globex'),
    body: { assertions: [{ tuple_key: keys[0], expectation: true }] },
  });

  const printed = await move(from);
  const [, to = ''] = /store (\w{26}): 150 tuples, 0 different answers/.exec(printed) ?? [];
  expect(to).not.toBe('');
  const { authorization_models: models } = await api('acme', `/${to}/authorization-models`);
  expect(models).toHaveLength(1);
  expect((await api('acme', `/${to}/assertions/${models[0].id}`)).assertions).toMatchObject([
    { tuple_key: keys[0], expectation: true },
  ]);
  const { allowed } = await api('acme', `/${to}/check`, {
    tuple_key: { ...keys[149], relation: 'viewer' },
  });
  expect(allowed).toBe(true);
});
