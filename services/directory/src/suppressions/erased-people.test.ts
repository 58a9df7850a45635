import type { RpcPeer } from '@platform/kit/grpc';
import { describe, expect, test } from 'vitest';
import { erasedPeople } from './erased-people.ts';

interface Asked {
  identifiers: { type: string; value: string }[];
}

/** A compliance service that knows some identifiers, or is unavailable. */
function compliance(known: readonly string[]) {
  const service = { calls: [] as Asked[], isAway: false };
  const Status = async (asked: Asked) => {
    service.calls.push(asked);
    if (service.isAway) throw new Error('unavailable');
    const state = (value: string) => (known.includes(value) ? 'ERASED' : 'NONE');
    return { results: asked.identifiers.map(({ value }) => ({ state: state(value) })) };
  };
  const peer = { service: () => ({ Status }), close: () => undefined } as unknown as RpcPeer;
  return { service, peer: () => peer };
}
const log = { warn: () => undefined };

describe('erasedPeople', () => {
  test('recognizes users by each of their identifiers, in any spelling', async () => {
    const { peer } = compliance(['ada@example.com', 'key-1', '["https://idp.example","s"]']);
    const subjects = [
      { email: 'ADA@Example.com' },
      { externalId: 'key-1' },
      { identity: { issuer: 'https://idp.example', subject: 's' } },
      { email: 'grace@example.com' },
    ];
    const isErased = await erasedPeople(peer, log)('tnt_1', subjects);
    expect(subjects.map(isErased)).toEqual([true, true, true, false]);
  });

  test('asks about each identifier once, a thousand per call, and makes no call for an empty list', async () => {
    const { service, peer } = compliance([]);
    const ask = erasedPeople(peer, log);
    await ask('tnt_1', []);
    expect(service.calls).toEqual([]);
    const people = Array.from({ length: 1_500 }, (_, i) => ({ email: `p${i}@example.com` }));
    await ask('tnt_1', [...people, ...people]);
    expect(service.calls.map(({ identifiers }) => identifiers.length)).toEqual([1_000, 500]);
  });

  test('pauses after a failure', async () => {
    const { service, peer } = compliance(['ada@example.com']);
    let now = 0;
    const ask = erasedPeople(peer, log, () => now);
    const ada = { email: 'ada@example.com' };
    service.isAway = true;
    expect((await ask('tnt_1', [ada]))(ada)).toBe(false);
    service.isAway = false;
    now = 9_999;
    expect((await ask('tnt_1', [ada]))(ada)).toBe(false);
    expect(service.calls).toHaveLength(1);
    now = 10_000;
    expect((await ask('tnt_1', [ada]))(ada)).toBe(true);
  });
});
