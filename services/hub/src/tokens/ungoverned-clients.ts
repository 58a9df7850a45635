import type { Bus } from '@platform/kit/bus';
import { LRUCache } from 'lru-cache';

/** Clients that no access policy governs, each with the answer that every request of it gets. */
export interface UngovernedClients<Answer> {
  /** Undefined where the access service must be asked. */
  answerFor(tenantId: string, clientId: string): Answer | undefined;
  /** To be called before the access service is asked; returns what keeps its answer. */
  asking(tenantId: string, clientId: string): (answer: Answer) => void;
}

/** What {@link ungovernedClients} needs. */
export interface UngovernedClientsOptions {
  bus: Pick<Bus, 'follow' | 'onHint' | 'isConnected' | 'connections'>;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

interface Kept<Answer> {
  answer: Answer;
  until: number;
  /** The connection to the bus over which a change would have been heard. */
  connection: number;
}

/** How late a policy acts at most where its event is lost. */
const keptMs = 5_000;
/** For so long after a change a pod of the access service may answer out of what it knew before, and a little more. */
const settlingMs = 2_000;
const max = 20_000;

/** Keeps an answer until the access service names its client, and never without a bus over which it could. */
export function ungovernedClients<Answer extends object>({
  bus,
  now = () => performance.now(),
}: UngovernedClientsOptions): UngovernedClients<Answer> {
  const kept = new LRUCache<string, Kept<Answer>>({ max });
  /** When the policies of clients changed last; of all clients, where an event is too large to name its own. */
  const changed = new LRUCache<string, number>({ max });
  let allChanged = -Infinity;
  const keyOf = (tenantId: string, clientId: string): string => `${tenantId} ${clientId}`;
  const isSettling = (key: string): boolean =>
    now() < Math.max(changed.get(key) ?? -Infinity, allChanged) + settlingMs;

  function drop(tenantId: string, clientId: string): void {
    const key = keyOf(tenantId, clientId);
    kept.delete(key);
    changed.set(key, now());
  }
  bus.onHint(
    'policies',
    (named) => {
      const { tenantId, clientId } = named as { tenantId: string; clientId: string };
      drop(tenantId, clientId);
    },
    'fga',
  );
  bus.follow(['policy.*'], async ({ tenantId, event }) => {
    const { policy } = event.data as { policy?: { clientId?: string } };
    if (policy?.clientId !== undefined) return drop(tenantId, policy.clientId);
    kept.clear();
    allChanged = now();
  });

  return {
    answerFor(tenantId, clientId) {
      const found = kept.get(keyOf(tenantId, clientId));
      const isCurrent =
        found && bus.isConnected() && found.connection === bus.connections() && now() < found.until;
      return isCurrent ? found.answer : undefined;
    },
    asking(tenantId, clientId) {
      const key = keyOf(tenantId, clientId);
      const [connection, until] = [bus.connections(), now() + keptMs];
      return (answer) => {
        if (!isSettling(key)) kept.set(key, { answer, until, connection });
      };
    },
  };
}
