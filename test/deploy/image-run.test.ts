import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextNames, services } from '@platform/contracts';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import type { ServiceDatabase } from '@platform/dev/database-roles';
import { ACCOUNTS, AUDIENCES, serviceEnvironment } from '@platform/dev/environment';
import { SERVICES, anyPorts } from '@platform/dev/platform-ports';
import type { PlatformPorts, PortedService } from '@platform/dev/platform-ports';
import { openSecrets } from '@platform/dev/secrets';
import { eventually } from '@platform/testkit/eventually';
import {
  createTestDatabase,
  startTestCluster,
  temporaryFolder,
  testNatsAccount,
} from '@platform/testkit/stores';

// Containers share the host's network here, to reach the stores of the tests.
const hasEngine = process.platform === 'linux' && spawnSync('docker', ['info']).status === 0;
const repository = fileURLToPath(new URL('../../', import.meta.url));
const image = 'platform-under-test';
/** As OpenShift chooses them: a user that the image does not know, and the group root. */
const someUser = '1000650000:0';
const restricted = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

const docker = async (...args: string[]): Promise<string> =>
  (
    await promisify(execFile)('docker', args, {
      cwd: repository,
      env: { ...process.env, DOCKER_BUILDKIT: '1' },
      maxBuffer: 64 * 1024 * 1024,
    })
  ).stdout.trim();
const once = (...args: string[]): Promise<string> =>
  docker('run', '--rm', '--network', 'host', '--user', someUser, ...restricted, ...args);

describe.skipIf(!hasEngine)('the image, as any user (skipped without a Docker engine)', () => {
  const folder = temporaryFolder('image-run-');
  const tokens = join(folder.path, 'tokens');
  const containers = new Map<PortedService, string>();
  const stops: (() => Promise<void>)[] = [];
  let ports: PlatformPorts;

  const environmentFile = (name: PortedService): string => join(folder.path, `${name}.env`);
  async function start(name: PortedService): Promise<void> {
    const mount = `${tokens}:/var/run/secrets/tokens:ro`;
    const settings = ['--env-file', environmentFile(name), '--volume', mount];
    const run = ['run', '--detach', '--network', 'host', '--user', someUser, ...restricted];
    containers.set(name, await docker(...run, ...settings, image, name));
  }
  const isReady = async (name: PortedService): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${ports[name].admin}/readyz`)).status === 200;

  beforeAll(async () => {
    await docker('build', '--network', 'host', '--file', 'deploy/Dockerfile', '--tag', image, '.');
    ports = await anyPorts();
    const [database, nats, cluster] = await Promise.all([
      createTestDatabase(),
      testNatsAccount(),
      startTestCluster(),
    ]);
    stops.push(nats.stop, cluster.stop, database.drop);
    const databases: Partial<Record<PortedService, ServiceDatabase>> = {};
    for (const name of contextNames)
      databases[name] = await prepareServiceDatabase(database.url, services[name].schema);
    const around = {
      ports,
      natsUrl: nats.url,
      cluster,
      host: '0.0.0.0',
      tokensDir: '/var/run/secrets/tokens',
      objectsDir: join(folder.path, 'objects'),
      databases,
      secrets: openSecrets(join(folder.path, 'secrets.json')),
    };
    for (const name of SERVICES) {
      const own = join(tokens, ACCOUNTS[name]);
      mkdirSync(own, { recursive: true });
      for (const audience of AUDIENCES[name])
        writeFileSync(join(own, audience), await cluster.mint(ACCOUNTS[name], audience));
      chmodSync(own, 0o755);
      const variables = Object.entries(serviceEnvironment(name, around));
      writeFileSync(
        environmentFile(name),
        variables.map(([variable, value]) => `${variable}=${value}\n`).join(''),
      );
    }
  }, 900_000);
  afterAll(async () => {
    for (const id of containers.values()) await docker('rm', '--force', id).catch(() => undefined);
    for (const stop of stops) await stop();
    folder.remove();
  });

  test('contains no tests, sources or tool settings', async () => {
    const unwanted = ['*.test.js', 'tsconfig*.json', '.ci', 'vitest.config.ts'];
    const names = unwanted.flatMap((name) => ['-name', name, '-o']).slice(0, -1);
    const find = ['find', '/platform', '-name', 'node_modules', '-prune', '-o', '('];
    const found = await once(
      '--entrypoint',
      find[0]!,
      image,
      ...find.slice(1),
      ...names,
      ')',
      '-print',
    );
    expect(found).toBe('');
  });

  test(
    'runs platformctl',
    async () =>
      expect(await once(image, 'platformctl', '--help')).toContain('Operates the platform'),
    60_000,
  );

  test(
    'migrates as an init container does',
    async () =>
      expect(await once('--env-file', environmentFile('hub'), image, 'hub', 'migrate')).toContain(
        'the schema is up to date',
      ),
    120_000,
  );

  test('starts every process until it is ready, without rights and on a file system that it cannot write', async () => {
    await Promise.all(SERVICES.map(start));
    for (const name of SERVICES)
      await eventually(() => isReady(name), { what: name, withinMs: 240_000 }).catch(
        async (error: unknown) => {
          throw new Error(`${name}: ${await docker('logs', containers.get(name)!)}`, {
            cause: error,
          });
        },
      );
  }, 600_000);

  test('shuts them down gracefully', async () => {
    const ids = [...containers.values()];
    await docker('stop', '--time', '60', ...ids);
    expect(await docker('wait', ...ids)).toBe(ids.map(() => '0').join('\n'));
  });
});
