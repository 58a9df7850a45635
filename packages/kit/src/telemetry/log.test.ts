import { describe, expect, test } from 'vitest';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createAccessLog } from './log.ts';

const written = async (
  level: string,
  tell: (log: ReturnType<typeof createAccessLog>) => void | Promise<void>,
): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'access-log-'));
  const file = join(folder, 'log');
  const destination = pino.destination({ dest: file, sync: true });
  try {
    await tell(createAccessLog('gateway', level, destination));
    return readFileSync(file, 'utf8');
  } finally {
    destination.end();
    rmSync(folder, { recursive: true });
  }
};

describe('createAccessLog', () => {
  test('writes JSON lines in the format of createLog', async () => {
    const lines = (
      await written('info', ({ log, flush }) => {
        log.info({ route: '/a"\n', status: 200, code: undefined }, 'request');
        log.info({}, 'request');
        flush();
      })
    ).split('\n');
    const [first, second, ...rest] = lines.map((line) =>
      line === '' ? undefined : JSON.parse(line),
    );
    expect(first).toEqual({
      level: 'info',
      ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      service: 'gateway',
      route: '/a"\n',
      status: 200,
      msg: 'request',
    });
    expect(second).toEqual({
      level: 'info',
      ts: expect.any(String),
      service: 'gateway',
      msg: 'request',
    });
    expect(rest).toEqual([undefined]);
  });

  test('writes automatically within 200 ms, and immediately when its buffer is large', async () => {
    expect(
      await written('info', async ({ log }) => {
        log.info({}, 'request');
        await new Promise((resolve) => setTimeout(resolve, 350));
      }),
    ).toContain('"msg":"request"');
    expect(
      await written('info', ({ log }) => log.info({ userAgent: 'x'.repeat(70_000) }, 'request')),
    ).toContain('"msg":"request"');
  });

  test.each([
    ['warn', false],
    ['silent', false],
    ['debug', true],
  ])('at level %s: %s', async (level, isWritten) => {
    const text = await written(level, ({ log, flush }) => {
      log.info({}, 'request');
      flush();
    });
    expect(text !== '').toBe(isWritten);
  });
});
