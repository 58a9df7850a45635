import { describe, expect, test } from 'vitest';
import type { EventListener } from '@platform/kit/bus';
import { ungovernedClients } from './ungoverned-clients.ts';

const tenant = 'tnt_a';
const answer = { outcome: 'allow' };

/** Kept answers, over a bus and a clock that the test holds. */
function staged() {
  const stage = {
    now: 10_000,
    isConnected: true,
    connections: 1,
    changed: async (_policy?: object): Promise<void> => undefined,
    hint: (_named: object): void => undefined,
  };
  const clients = ungovernedClients<object>({
    now: () => stage.now,
    bus: {
      isConnected: () => stage.isConnected,
      connections: () => stage.connections,
      onHint: (_name: string, hear: (named: unknown, subject: string) => void) =>
        void (stage.hint = (named) => hear(named, '')),
      follow: (_types: readonly string[], see: EventListener) =>
        void (stage.changed = async (policy = { clientId: 'app' }) =>
          see({ tenantId: tenant, event: { data: { policy } } } as never)),
    },
  });
  return { stage, clients, kept: (client = 'app') => clients.answerFor(tenant, client) };
}

describe('ungovernedClients', () => {
  test('keep an answer for five seconds from when it was asked for, for its client alone', () => {
    const { stage, clients, kept } = staged();
    const keep = clients.asking(tenant, 'app');
    stage.now += 1_000;
    keep(answer);
    expect([kept(), kept('other'), clients.answerFor('tnt_b', 'app')]).toEqual([
      answer,
      undefined,
      undefined,
    ]);
    stage.now += 3_999;
    expect(kept()).toBe(answer);
    stage.now += 1;
    expect(kept()).toBeUndefined();
  });

  test('drop it when a policy of the client changes, and no other', async () => {
    const { stage, clients, kept } = staged();
    clients.asking(tenant, 'app')(answer);
    clients.asking(tenant, 'other')(answer);
    await stage.changed();
    expect([kept(), kept('other')]).toEqual([undefined, answer]);
  });

  test('drop it when the access service hints at a change', () => {
    const { stage, clients, kept } = staged();
    clients.asking(tenant, 'app')(answer);
    stage.hint({ tenantId: tenant, clientId: 'app' });
    expect(kept()).toBeUndefined();
  });

  test('drop all when the event does not name its client', async () => {
    const { stage, clients, kept } = staged();
    clients.asking(tenant, 'app')(answer);
    await stage.changed({ id: 'pol_1' });
    clients.asking(tenant, 'other')(answer);
    expect([kept(), kept('other')]).toEqual([undefined, undefined]);
  });

  test('do not keep an answer that a change has overtaken', async () => {
    const { stage, clients, kept } = staged();
    const keep = clients.asking(tenant, 'app');
    await stage.changed();
    keep(answer);
    expect(kept()).toBeUndefined();
  });

  test('do not keep answers until every pod of the access service knows of a change', async () => {
    const { stage, clients, kept } = staged();
    await stage.changed();
    stage.now += 1_999;
    clients.asking(tenant, 'app')(answer);
    expect(kept()).toBeUndefined();
    stage.now += 1;
    clients.asking(tenant, 'app')(answer);
    expect(kept()).toBe(answer);
  });

  test('keep nothing over a bus that was away', () => {
    const { stage, clients, kept } = staged();
    clients.asking(tenant, 'app')(answer);
    stage.isConnected = false;
    expect(kept()).toBeUndefined();
    stage.isConnected = true;
    stage.connections += 1;
    expect(kept()).toBeUndefined();
  });
});
