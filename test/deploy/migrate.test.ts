import { contextNames, services } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runsLongTests } from '@platform/testkit/long-tests';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import { withClient } from '@platform/dev/postgres';
import { createTestDatabase } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { deploymentOf, installation } from './installation.ts';
import { environmentOf, initContainersOf } from './pod.ts';
import type { SecretOf } from './pod.ts';

const command = fileURLToPath(new URL('../../deploy/platform', import.meta.url));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const initContainerOf = (name: ContextName) => {
  const { schema } = services[name];
  const deployment = deploymentOf(name);
  const [container] = initContainersOf(deployment);
  const migrate = (secretOf: SecretOf, more: string[] = []) =>
    spawnSync(command, [...container.args, ...more], {
      encoding: 'utf8',
      timeout: 120_000,
      env: {
        PATH: process.env['PATH'],
        ...environmentOf(deployment, installation, secretOf, container),
      },
    });
  return { schema, migrate };
};

// Each test starts processes, which takes its time where other tests keep the machine busy.
describe.each(runsLongTests ? contextNames : contextNames.slice(0, 1))(
  'the init container of %s',
  { timeout: 240_000 },
  (name) => {
    const { schema, migrate } = initContainerOf(name);
    const tables = () =>
      withClient(
        database.url,
        async (client) =>
          (
            await client.query('SELECT FROM information_schema.tables WHERE table_schema = $1', [
              schema,
            ])
          ).rowCount,
      );

    test('migrates the schema as its owner and exits', async () => {
      const { migrationUrl } = await prepareServiceDatabase(database.url, schema);
      expect(await tables()).toBe(0);
      expect(migrate(() => migrationUrl)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('the schema is up to date'),
      });
      expect(await tables()).toBeGreaterThan(5);
    });
  },
);

// The command is the same for every service.
describe('an init container', { timeout: 240_000 }, () => {
  const { schema, migrate } = initContainerOf('outbound');

  test('is idempotent', async () => {
    const { migrationUrl } = await prepareServiceDatabase(database.url, schema);
    expect(migrate(() => migrationUrl)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('the schema is up to date'),
    });
  });

  test('lets the process start without migrating', () =>
    expect(migrate(() => undefined)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('does not migrate the schema'),
    }));

  test('reports why it failed', () => {
    const nobody = Object.assign(new URL(database.url), {
      password: 'wrong',
      username: `${schema}_owner`,
    }).href;
    expect(migrate(() => nobody)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/failed. .*password authentication failed/),
    });
    expect(migrate(() => nobody, ['now'])).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('usage: outbound [migrate]\n'),
    });
  });
});
