import { afterEach, describe, expect, test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startNodeProcess } from './node-process.ts';
import type { NodeProcess } from './node-process.ts';
import { freePorts } from './ports.ts';
import { identityOf } from './process-identity.ts';
import { createSupervisor } from './supervisor.ts';
import type { SupervisedProcess, Supervisor } from './supervisor.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const said: string[] = [];
let supervisor: Supervisor;
const create = (): Supervisor =>
  (supervisor = createSupervisor({ say: (line) => said.push(line), firstBackoffMs: 10 }));
afterEach(async () => {
  await supervisor.stop();
  said.length = 0;
});

const ending = (): { promise: Promise<unknown>; resolve: (exit: unknown) => void } => {
  let resolve: (exit: unknown) => void = () => {};
  const promise = new Promise<unknown>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};

const script = (name: string, text: string): string => {
  const file = join(folder.path, `${name}.mjs`);
  writeFileSync(file, text);
  return file;
};
const serving = script(
  'serving',
  `
  import { createServer } from 'node:http';
  const since = Date.now();
  createServer((request, response) => response.writeHead(Date.now() - since > 200 ? 200 : 503).end('{"status":"unready"}'))
    .listen(Number(process.env.PORT), '127.0.0.1');
`,
);
const stubborn = script(
  'stubborn',
  `
  import { createServer } from 'node:http';
  process.on('SIGTERM', () => {});
  createServer((request, response) => response.end()).listen(Number(process.env.PORT), '127.0.0.1');
`,
);
const never = script('never', 'setInterval(() => {}, 1000)');
const broken = script(
  'broken',
  'console.error("platform.hub.issuer is required"); process.exit(3);',
);

const running = async (name: string, file: string, more: Partial<NodeProcess> = {}) => {
  const [port] = await freePorts(1);
  return startNodeProcess({
    name,
    script: file,
    env: { PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}/readyz`,
    ...more,
  });
};

describe('startNodeProcess', () => {
  test('resolves when the process is ready, not when it merely responds', async () => {
    create();
    const before = Date.now();
    const child = await running('hub', serving);
    expect(Date.now() - before).toBeGreaterThan(200);
    await child.stop();
  });

  test('rejects with the output of a process that exits immediately', async () => {
    create();
    await expect(running('hub', broken)).rejects.toThrow(
      /hub ended before it was ready \(code 3\)[^]*platform\.hub\.issuer is required/,
    );
  });

  test('reports why a process makes no progress, and leaves nothing behind', async () => {
    create();
    await expect(running('hub', serving, { quietLimitMs: 150 })).rejects.toThrow(
      /not ready, and made no progress/,
    );
  });

  test('kills a process that does not stop when asked', async () => {
    create();
    const child = await running('hub', stubborn, { graceMs: 200 });
    expect(await child.stop()).toMatchObject({ signal: 'SIGKILL' });
  });
});

describe('createSupervisor', () => {
  test('restarts killed processes, and reports it', async () => {
    const hub = await create().supervise('hub', () => running('hub', serving));
    const first = hub.pid as number;
    process.kill(first, 'SIGKILL');
    while (hub.restarts === 0) await pause(20);
    await hub.ready();
    expect(identityOf(first)).toBeUndefined();
    expect(said).toEqual(['hub was ended by SIGKILL. Restarting it.', 'hub runs again.']);
  });

  test('waits longer between restarts of a process that keeps failing', async () => {
    const starts: number[] = [];
    let isFirst = true;
    const end = ending();
    await create().supervise('hub', async (): Promise<SupervisedProcess> => {
      starts.push(Date.now());
      if (!isFirst) throw new Error('port taken');
      isFirst = false;
      return { exited: end.promise, stop: async () => {} };
    });
    end.resolve({ code: 1, signal: null });
    while (starts.length < 5) await pause(10);
    const gaps = starts.slice(1).map((at, index) => at - Number(starts[index]));
    expect(Number(gaps[3])).toBeGreaterThanOrEqual(39);
    expect(said[0]).toBe('hub ended with code 1. Restarting it.');
    expect(said).toContain('hub could not be restarted: port taken');
  });

  test('does not wait for processes that are not ready when it stops', async () => {
    const starting = create().supervise('hub', (signal) => running('hub', never, { signal }));
    starting.catch(() => {});
    await pause(100);
    await supervisor.stop();
    await expect(starting).rejects.toThrow('stopped before it was ready');
  });

  test('fails when the first start fails', async () => {
    await expect(
      create().supervise('hub', async () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
  });

  test('stops processes in reverse order, and does not restart any', async () => {
    const stopped: string[] = [];
    const fake = (name: string) => async (): Promise<SupervisedProcess> => {
      const end = ending();
      return {
        exited: end.promise,
        stop: async () => {
          stopped.push(name);
          end.resolve({ code: 0, signal: null });
        },
      };
    };
    create();
    for (const name of ['postgres', 'hub', 'gateway']) await supervisor.supervise(name, fake(name));
    await supervisor.stop();
    expect(stopped).toEqual(['gateway', 'hub', 'postgres']);
    expect(said).toEqual([]);
  });
});
