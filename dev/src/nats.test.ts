import { afterAll, describe, expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { findNats, integrityOf } from './nats-binary.ts';
import { startNats } from './nats.ts';
import { identityOf } from './process-identity.ts';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';

const env = {};
const folder = mkdtempSync(join(tmpdir(), 'platform-nats-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const publish = async (url: string): Promise<number> => {
  const connection = await connect({ servers: url });
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: 'EVENTS', subjects: ['events.>'] });
  const { seq } = await jetstream(connection).publish('events.a', new Uint8Array());
  await connection.close();
  return seq;
};

describe('startNats', () => {
  test('keeps its streams between starts', async () => {
    const storeDir = join(folder, 'kept');
    await findNats();
    const first = await startNats({ storeDir, env });
    expect(await publish(first.url)).toBe(1);
    await first.stop();
    expect(identityOf(first.pid as number)).toBeUndefined();
    const second = await startNats({ storeDir, env });
    expect(await publish(second.url)).toBe(2);
    await second.stop();
  });

  test('starts again after it was killed', async () => {
    const storeDir = join(folder, 'killed');
    const first = await startNats({ storeDir, env });
    await publish(first.url);
    process.kill(first.pid as number, 'SIGKILL');
    await first.exited;
    const second = await startNats({ storeDir, env });
    expect(await publish(second.url)).toBe(2);
    await second.stop();
  });

  test('gives each of many its own port', async () => {
    const servers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        startNats({ storeDir: join(folder, `many-${index}`), env }),
      ),
    );
    expect(new Set(servers.map((server) => server.port)).size).toBe(5);
    await Promise.all(servers.map((server) => server.stop()));
  });

  test('names the port that is in use', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await pause(20);
    const { port } = squatter.address() as AddressInfo;
    await expect(startNats({ storeDir: join(folder, 'squatted'), env, port })).rejects.toThrow(
      `Port ${port}`,
    );
    squatter.close();
  });

  test('uses the server that NATS_URL names', async () => {
    expect(
      await startNats({ storeDir: folder, env: { NATS_URL: 'nats://nats.example' } }),
    ).toMatchObject({ url: 'nats://nats.example', port: 4222 });
  });
});

describe('findNats', () => {
  test('explains what to do if no server is pinned', async () => {
    await expect(findNats('plan9-mips')).rejects.toThrow(
      /no pinned NATS server for plan9-mips.*NATS_URL/,
    );
  });

  test('computes integrity hashes as the registry does', () => {
    expect(integrityOf(new TextEncoder().encode('abc'))).toBe(
      'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==',
    );
  });
});
