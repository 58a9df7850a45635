import { describe, expect, test } from 'vitest';
import { SourceFault, Throttled } from '../sync/sources/source-fault.ts';
import { diagnose } from './diagnosis.ts';
import type { DiagnosisStep } from './diagnosis.ts';
import { testTurns } from './test-turns.ts';

const limits = { totalMs: 25_000, stepMs: 8_000, clock: Date.now };
const fine: DiagnosisStep = { name: 'fine', run: async () => undefined };
const failing = (error: Error): DiagnosisStep => ({
  name: 'failing',
  async run() {
    throw error;
  },
});
const run = (steps: DiagnosisStep[], more: Partial<typeof limits> = {}) =>
  diagnose({ kind: 'oidc', steps, summary: () => ({}) }, { ...limits, ...more });
const shown = ({ report }: Awaited<ReturnType<typeof run>>) =>
  report.steps.map(({ name, status, code }) => [name, status, code]);

describe('a diagnosis', () => {
  test('runs its steps in order and reports their findings', async () => {
    const warning = { code: 'old', detail: 'It is old.' };
    const done = await run([
      fine,
      { name: 'warns', run: async () => ({ warning, evidence: { age: 7 } }) },
      { name: 'skips', run: async () => ({ isSkipped: true }) },
    ]);
    expect(done.report).toMatchObject({ ok: true, kind: 'oidc', sample: [] });
    expect(done.report.steps[1]).toMatchObject({ ...warning, evidence: { age: 7 } });
    expect(shown(done)).toEqual([
      ['fine', 'ok', undefined],
      ['warns', 'warning', 'old'],
      ['skips', 'skipped', undefined],
    ]);
  });

  test.each([
    ['a fault', new SourceFault('refused', 'No.', { isRefusal: true }), 'refused', true],
    ['a pause that the source requests', new Throttled(1_000), 'throttled', false],
  ])('skips the steps after %s', async (_what, error, code, isRefused) => {
    const done = await run([fine, failing(error), fine]);
    expect(shown(done)).toEqual([
      ['fine', 'ok', undefined],
      ['failing', 'failed', code],
      ['fine', 'skipped', undefined],
    ]);
    expect([done.report.ok, done.isRefused]).toEqual([false, isRefused]);
  });

  test.each([
    ['its own time limit', { stepMs: 1 }],
    ['the total time limit', { totalMs: 1 }],
  ])('aborts a step that exceeds %s', async (_what, more) => {
    let isStopped = false;
    const hanging: DiagnosisStep = {
      name: 'hanging',
      run: (signal) =>
        new Promise(() => signal.addEventListener('abort', () => (isStopped = true))),
    };
    expect(shown(await run([hanging, fine], more))).toEqual([
      ['hanging', 'failed', 'timeout'],
      ['fine', 'skipped', undefined],
    ]);
    expect(isStopped).toBe(true);
  });

  test('closes its connections, even after an unexpected error', async () => {
    let isClosed = false;
    const close = async (): Promise<void> => void (isClosed = true);
    const steps = [failing(new Error('a bug'))];
    const running = diagnose({ kind: 'ldap', steps, summary: () => ({}), close }, limits);
    await expect(running).rejects.toThrow('a bug');
    expect(isClosed).toBe(true);
  });
});

describe('the limits of connection tests', () => {
  const start = Date.UTC(2026, 10, 23);
  const rateLimited = { code: 'rate_limited' };

  test('allow a number of tests per minute for each tenant', async () => {
    let now = start;
    const turns = testTurns({ perMinute: 2, clock: () => now });
    const turn = (tenantId = 'tnt_a') => turns.run(tenantId, async () => 'done');
    expect([await turn(), await turn()]).toEqual(['done', 'done']);
    await expect(turn()).rejects.toMatchObject(rateLimited);
    expect(await turn('tnt_b')).toBe('done');
    now += 60_001;
    expect(await turn()).toBe('done');
  });

  test('allow three concurrent tests, whatever their results', async () => {
    const turns = testTurns({ perMinute: 30, clock: () => start });
    let fail = (_error: Error): void => undefined;
    const gate = new Promise<never>((_, reject) => (fail = reject));
    const running = Array.from({ length: 3 }, () => turns.run('tnt_a', () => gate));
    await expect(turns.run('tnt_a', async () => undefined)).rejects.toMatchObject(rateLimited);
    fail(new Error('failed'));
    await Promise.allSettled(running);
    expect(await turns.run('tnt_a', async () => 'done')).toBe('done');
  });
});
