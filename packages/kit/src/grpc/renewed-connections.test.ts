import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renewedConnections } from './renewed-connections.ts';
import type { Lease } from './renewed-connections.ts';

interface TestConnection {
  opened: number;
  calls: number;
  isOpen: boolean;
  close(): void;
}

/** Connections that live at most a minute, and which of them are open. */
function minuteConnections() {
  let now = 0;
  const opened: TestConnection[] = [];
  const connections = renewedConnections({
    open() {
      const connection: TestConnection = {
        opened: now,
        calls: 0,
        isOpen: true,
        close: () => void (connection.isOpen = false),
      };
      opened.push(connection);
      return connection;
    },
    maxAgeMs: 60_000,
    clock: () => now,
  });
  return {
    connections,
    opened,
    open: () => opened.filter(({ isOpen }) => isOpen),
    pass: (ms: number) => void (now += ms),
    now: () => now,
  };
}

test('calls share a connection until its maximum age, and an unused old one is closed', () => {
  const { connections, opened, open, pass } = minuteConnections();
  const first = connections.take();
  pass(59_999);
  expect(connections.take().connection).toBe(first.connection);
  pass(1);
  expect(connections.take().connection).not.toBe(first.connection);
  expect(open()).toEqual(opened);
});

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(40_000) }),
    fc.record({ kind: fc.constant('take' as const) }),
    fc.record({ kind: fc.constant('release' as const), which: fc.nat(20), twice: fc.boolean() }),
  ),
  { maxLength: 60 },
);

test('no connection closes during a call, no unused one is kept, and new calls never get an old one', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { connections, opened, open, pass, now } = minuteConnections();
      const leases: Lease<TestConnection>[] = [];
      for (const step of all) {
        if (step.kind === 'pass') pass(step.ms);
        else if (step.kind === 'take') {
          const lease = connections.take();
          expect(lease.connection).toMatchObject({ isOpen: true });
          expect(now() - lease.connection.opened).toBeLessThan(60_000);
          lease.connection.calls += 1;
          leases.push(lease);
        } else {
          const [lease] = leases.splice(step.which % (leases.length || 1), 1);
          if (!lease) continue;
          lease.connection.calls -= 1;
          lease.release();
          if (step.twice) lease.release();
        }
        for (const connection of opened)
          expect(connection.isOpen).toBe(connection.calls > 0 || connection === opened.at(-1));
      }
      connections.close();
      expect(open()).toEqual([]);
      expect(connections.take().connection.isOpen).toBe(false);
    }),
  );
});
