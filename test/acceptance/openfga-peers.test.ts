import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuerDoor } from '../issuer-door.ts';
import type { IssuerDoor } from '../issuer-door.ts';

/*
 * The clients of OpenFGA in other languages, unchanged. They run where they are installed: the `fga` tool (or OPENFGA_CLI), Python with
 * `openfga_sdk` (or OPENFGA_PYTHON names the interpreter), and Go, which fetches the module.
 */
const peers = new URL('./openfga-peers/', import.meta.url).pathname;
const folder = temporaryFolder('openfga-peers-');
const works = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { cwd: folder.path, encoding: 'utf8', timeout: 300_000 }).status === 0;

const cli = process.env['OPENFGA_CLI'] ?? 'fga';
const python = process.env['OPENFGA_PYTHON'] ?? 'python3';
const hasCli = works(cli, 'version');
const hasPython = works(python, '-c', 'import openfga_sdk');

const goFolder = join(folder.path, 'go');
/** Builds the program, which fetches OpenFGA's SDK unless it is there. */
function builtGo(): boolean {
  mkdirSync(goFolder);
  copyFileSync(join(peers, 'peer.go.txt'), join(goFolder, 'main.go'));
  writeFileSync(
    join(goFolder, 'go.mod'),
    'module peer\n\ngo 1.22\n\nrequire github.com/openfga/go-sdk v0.6.3\n',
  );
  return (
    works('go', '-C', goFolder, 'mod', 'tidy') && works('go', '-C', goFolder, 'build', '-o', 'peer')
  );
}
const hasGo = works('go', 'version') && builtGo();
for (const [name, isThere] of Object.entries({ fga: hasCli, openfga_sdk: hasPython, go: hasGo }))
  if (!isThere) console.warn(`${name} is not installed: its tests are skipped`);

let platform: PlatformUnderTest;
let door: IssuerDoor;
let environment: Record<string, string>;

const dsl = `model
  schema 1.1

type user

type document
  relations
    define editor: [user]
    define viewer: [user] or editor
`;

beforeAll(async () => {
  platform = await sharedPlatform(['acme']);
  const acme = platform.tenant('acme');
  door = await issuerDoor(platform.ready.hub, acme.issuer);
  const token = await platform.token('acme');
  const { body: application } = await platform.call('post', '/api/v1/applications', {
    token,
    body: {
      name: 'Peers',
      type: 'm2m',
      allowedScopes: ['tenant:fga.read', 'tenant:fga.write'],
      tokenEndpointAuthMethod: 'client_secret_post',
    },
  });
  const { body: model } = await platform.call('post', '/api/v1/fga/models', {
    token,
    body: { dsl, dryRun: true },
  });
  environment = {
    API_URL: `${platform.ready.gateway}/openfga`,
    ISSUER: door.url,
    CLIENT_ID: application.clientId,
    CLIENT_SECRET: application.clientSecret,
    MODEL: JSON.stringify(model.model),
  };
});
afterAll(() => {
  door?.close();
  folder.remove();
});

/** Runs a command; the test itself answers its requests for tokens meanwhile. */
async function printed(command: string, ...args: string[]): Promise<string> {
  const child = spawn(command, args, {
    cwd: folder.path,
    env: { ...process.env, ...environment, NODE_OPTIONS: '' },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0)
    throw new Error(`${command} ended with ${String(code)}: ${err.slice(-2_000)}${out}`);
  return out;
}

const last = (text: string): any => JSON.parse(text.trim().split('\n').at(-1) ?? '');

it.skipIf(!hasPython)('the Python SDK writes, checks, lists and reports conflicts', async () => {
  expect(last(await printed(python, join(peers, 'peer.py')))).toEqual({
    allowed: true,
    batch: { a: true, b: false },
    objects: ['document:1'],
    conflict: 'write_failed_due_to_invalid_input',
    tuples: 1,
  });
});

it.skipIf(!hasGo)('the Go SDK writes, checks, lists and reports conflicts', async () => {
  expect(last(await printed(join(goFolder, 'peer')))).toEqual({
    allowed: true,
    objects: ['document:1'],
    users: 1,
    conflict: 'write_failed_due_to_invalid_input',
    changes: 1,
  });
});

describe.skipIf(!hasCli)('the fga tool', () => {
  const fga = (...args: string[]): Promise<string> =>
    printed(
      cli,
      ...args,
      '--api-url',
      environment['API_URL'] as string,
      '--api-token-issuer',
      environment['ISSUER'] as string,
      '--api-audience',
      environment['API_URL'] as string,
      '--client-id',
      environment['CLIENT_ID'] as string,
      '--client-secret',
      environment['CLIENT_SECRET'] as string,
    );
  const json = async (...args: string[]): Promise<any> => JSON.parse(await fga(...args));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder.path, name), text);
    return name;
  };
  const storeFile = (): string =>
    file(
      'store.fga.yaml',
      `name: imported
model: |
${dsl.replace(/^/gm, '  ')}
tuples:
  - { user: user:anne, relation: editor, object: document:1 }
  - { user: user:bob, relation: viewer, object: document:1 }
tests:
  - name: editors view
    check:
      - { user: user:anne, object: document:1, assertions: { viewer: true, editor: true } }
      - { user: user:bob, object: document:1, assertions: { viewer: true, editor: false } }
    list_objects:
      - { user: user:anne, type: document, assertions: { viewer: [document:1] } }
`,
    );

  it('imports, tests and exports a store', async () => {
    const { store, model } = await json('store', 'import', '--file', storeFile());
    const storeId = store.id as string;
    expect(model.authorization_model_id).toMatch(/^[0-9A-Z]{26}$/);
    const test = (name: string) => fga('model', 'test', '--tests', name, '--store-id', storeId);
    await test('store.fga.yaml');
    const wrong = readFileSync(join(folder.path, 'store.fga.yaml'), 'utf8');
    file('wrong.fga.yaml', wrong.replace('editor: false', 'editor: true'));
    await expect(test('wrong.fga.yaml')).rejects.toThrow('ended with 1');
    await fga('store', 'export', '--store-id', storeId, '--output-file', 'exported.fga.yaml');
    const exported = readFileSync(join(folder.path, 'exported.fga.yaml'), 'utf8');
    for (const part of [
      'name: imported',
      'define viewer: [user] or editor',
      'user:anne',
      'user:bob',
    ])
      expect(exported).toContain(part);
    await fga('store', 'delete', '--store-id', storeId, '--force');
  });

  it('creates a store with a model, writes tuples and asks', async () => {
    const modelFile = file('model.fga', dsl);
    const { store } = await json('store', 'create', '--name', 'tool', '--model', modelFile);
    const at = ['--store-id', store.id as string];
    expect((await json('store', 'list')).stores.map((s: { id: string }) => s.id)).toContain(
      store.id,
    );
    expect((await json('store', 'get', ...at)).name).toBe('tool');
    expect(await fga('model', 'get', ...at)).toContain('define viewer: [user] or editor');
    expect(
      (await json('model', 'write', ...at, '--file', modelFile)).authorization_model_id,
    ).toMatch(/^[0-9A-Z]{26}$/);
    await fga('tuple', 'write', ...at, 'user:anne', 'editor', 'document:1');
    const tuples = file(
      'tuples.json',
      '[{"user":"user:bob","relation":"viewer","object":"document:2"}]',
    );
    await fga('tuple', 'write', ...at, '--file', tuples);
    // The tool asks to ignore tuples that exist.
    expect(await json('tuple', 'write', ...at, '--file', tuples)).toMatchObject({
      failed_count: 0,
    });
    expect((await json('tuple', 'read', ...at)).tuples).toHaveLength(2);
    expect((await json('tuple', 'changes', ...at, '--type', 'document')).changes).toHaveLength(2);
    const ask = (...args: string[]) => json('query', ...args, ...at);
    expect(await ask('check', 'user:anne', 'viewer', 'document:1')).toMatchObject({
      allowed: true,
    });
    expect(await ask('list-objects', 'user:anne', 'viewer', 'document')).toMatchObject({
      objects: ['document:1'],
    });
    expect(await ask('list-relations', 'user:anne', 'document:1')).toMatchObject({
      relations: expect.arrayContaining(['editor', 'viewer']),
    });
    expect(
      (
        await ask(
          'list-users',
          '--object',
          'document:1',
          '--relation',
          'viewer',
          '--user-filter',
          'user',
        )
      ).users,
    ).toEqual([{ object: { type: 'user', id: 'anne' } }]);
    expect((await ask('expand', 'viewer', 'document:1')).tree.root.name).toBe('document:1#viewer');
    await fga('tuple', 'delete', ...at, 'user:anne', 'editor', 'document:1');
    await fga('store', 'delete', ...at, '--force');
  });
});
