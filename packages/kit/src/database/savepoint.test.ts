import { describe, expect, test } from 'vitest';
import type { UnwrittenMessage } from './outbox.ts';
import { savepoint } from './savepoint.ts';

/** A transaction that answers on demand and fails the given statements. */
function scripted(faults: Readonly<Record<string, Error>> = {}) {
  const sent: string[] = [];
  const waiting: (() => void)[] = [];
  return {
    sent,
    unwritten: [] as UnwrittenMessage[],
    answer: () => waiting.splice(0).forEach((respond) => respond()),
    execute: (sql: string): Promise<number> => {
      sent.push(sql);
      return new Promise((resolve, reject) =>
        waiting.push(() => (faults[sql] ? reject(faults[sql]) : resolve(0))),
      );
    },
  };
}

const settled = () => new Promise(setImmediate);

describe('savepoint', () => {
  test('sends the statements of the work without waiting for its own', async () => {
    const tx = scripted();
    const done = savepoint(tx, () => tx.execute('INSERT'));
    expect(tx.sent).toEqual(['SAVEPOINT part', 'INSERT']);
    tx.answer();
    expect(await done).toBe(0);
    expect(tx.sent).toEqual(['SAVEPOINT part', 'INSERT', 'RELEASE SAVEPOINT part']);
  });

  test('rolls back failed work, and rethrows its error', async () => {
    const tx = scripted({ INSERT: new Error('taken') });
    const failing = savepoint(tx, () => tx.execute('INSERT'));
    tx.answer();
    await settled();
    expect(tx.sent.slice(2)).toEqual(['ROLLBACK TO SAVEPOINT part', 'RELEASE SAVEPOINT part']);
    tx.answer();
    await expect(failing).rejects.toThrow('taken');
  });

  test('rolls nothing back if there is no savepoint', async () => {
    const tx = scripted({ 'SAVEPOINT part': new Error('away'), INSERT: new Error('skipped') });
    const failing = savepoint(tx, () => tx.execute('INSERT'));
    tx.answer();
    await expect(failing).rejects.toThrow('away');
    expect(tx.sent).toEqual(['SAVEPOINT part', 'INSERT']);
  });
});
