import { describe, expect, test } from 'vitest';
import { problem } from '@platform/kit/problem';
import { addressOf, patiently } from './connection.ts';

describe('patiently', () => {
  const failing = (failure: Error, times: number) => {
    let calls = 0;
    return {
      calls: () => calls,
      call: async () => {
        if (++calls <= times) throw failure;
        return 'done';
      },
    };
  };
  const pause = async () => undefined;

  test('retries a call while the service is unavailable, at most five times', async () => {
    const soon = failing(problem('upstream_unavailable'), 3);
    const never = failing(problem('upstream_timeout'), 99);
    expect(await patiently(soon.call, pause)).toBe('done');
    await expect(patiently(never.call, pause)).rejects.toMatchObject({ code: 'upstream_timeout' });
    expect([soon.calls(), never.calls()]).toEqual([4, 5]);
  });

  test('does not retry after a response', async () => {
    for (const answer of [
      problem('validation_failed'),
      problem('upstream_unavailable', { detail: 'NATS cannot be reached.' }),
    ]) {
      const { call, calls } = failing(answer, 1);
      await expect(patiently(call, pause)).rejects.toBe(answer);
      expect(calls()).toBe(1);
    }
  });
});

describe('addressOf', () => {
  test.each([
    ['hub:9180', 'fga', 'fga:9184'],
    ['localhost:9180', 'fga', 'localhost:9184'],
    ['localhost:9380', 'outbound', 'localhost:9386'],
    ['10.0.0.7:9180', 'hub', '10.0.0.7:9180'],
    ['localhost', 'fga', 'localhost:9184'],
  ] as const)('with the hub at %s finds %s at %s', (hub, service, address) => {
    expect(addressOf({ service }, hub)).toBe(address);
  });

  test('is the specified one', () => {
    expect(addressOf({ service: 'fga', address: 'elsewhere:1' }, 'hub:9180')).toBe('elsewhere:1');
  });
});
