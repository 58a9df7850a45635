import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { temporaryFolder } from '@platform/testkit/stores';

const folder = temporaryFolder('value-files-test-');
const secret = join(folder.path, 'cli-secret');
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  folder.remove();
});

const kit = (module: string): string =>
  JSON.stringify(new URL(`../../packages/kit/dist/${module}.js`, import.meta.url).href);

/** A process of ours that shows the secret it has read, and when it is closed. */
function start(): { child: ChildProcess; said: () => string } {
  const script = `
    import { runProcess } from ${kit('service/service')};
    import { readConfig } from ${kit('config/config')};
    runProcess('sample', async (sources) => {
      const { secret } = readConfig({ secret: 'platform.hub.infra-secret-reconciler.cli-secret' }, sources);
      const work = setInterval(() => {}, 1_000);
      console.log('started with ' + secret);
      return { close: async () => { clearInterval(work); console.log('closed'); } };
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: {
      PLATFORM_HUB_INFRA_SECRET_RECONCILER_CLI_SECRET_FILE: secret,
      PLATFORM_VALUE_FILES_CHECK_INTERVAL: '20ms',
    },
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  return { child, said: () => output };
}

test('a process whose secret file changes shuts down gracefully, and the next one reads the new value', async () => {
  writeFileSync(secret, 'a'.repeat(32));
  const first = start();
  await eventually(() => first.said().includes(`started with ${'a'.repeat(32)}`), {
    what: first.said(),
  });
  const ended = once(first.child, 'exit');
  writeFileSync(secret, 'b'.repeat(32));
  expect([await ended, first.said()]).toEqual([[0, null], expect.stringContaining('closed\n')]);
  const second = start();
  await eventually(() => second.said().includes(`started with ${'b'.repeat(32)}`));
  expect(second.child.exitCode).toBeNull();
});
