import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import type { Answer, OwnPlatform } from '@platform/testkit/platform';

const writers = 4;

/** A user whose creation was acknowledged, and the names that were acknowledged after it, in order. */
interface Acknowledged {
  email: string;
  id: string;
  names: string[];
}

/**
 * Creates and renames users under faults, each write until it is acknowledged, and compares with
 * what is stored afterwards.
 */
export function userLoad(platform: OwnPlatform, prefix: string, databaseUrl: () => string) {
  const users: Acknowledged[] = [];
  const acknowledgedAt: number[] = [];
  const done = new AbortController();
  let writing: Promise<unknown> = Promise.resolve();
  let token: string;

  /** Sends a write until it is acknowledged, always with the same idempotency key. */
  async function written(key: string, method: string, path: string, body: object): Promise<Answer> {
    for (const end = Date.now() + 120_000; Date.now() < end;) {
      const answer = await platform
        .call(method, path, { token, body, headers: { 'idempotency-key': key } })
        .catch(() => undefined);
      if (answer?.status === 200) {
        acknowledgedAt.push(performance.now());
        return answer;
      }
      const mayRepeat =
        !answer || answer.status >= 500 || answer.body.code === 'idempotency_key_in_use';
      if (!mayRepeat) throw new Error(`${key}: ${JSON.stringify(answer.body)}`);
      await pause(50);
    }
    throw new Error(`${key} was never acknowledged`);
  }

  async function write(writer: number): Promise<void> {
    for (let n = 0; !done.signal.aborted; n++) {
      const name = `${prefix}-${writer}-${n}`;
      const email = `${name}@example.com`;
      const { body } = await written(name, 'post', '/api/v1/directory/users', { email });
      const user: Acknowledged = { email, id: body.id as string, names: [] };
      users.push(user);
      for (const displayName of [`${name} one`, `${name} two`]) {
        const path = `/api/v1/directory/users/${user.id}`;
        await written(displayName.replaceAll(' ', '-'), 'patch', path, { displayName });
        user.names.push(displayName);
      }
    }
  }

  const rows = <R>(statement: string): Promise<R[]> =>
    withClient(databaseUrl(), async (client) => (await client.query(statement)).rows as R[]);

  async function eventsOf(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for (const { subject_id: id, type } of await rows<{ subject_id: string; type: string }>(
      `SELECT subject_id, type FROM outbound.events WHERE type IN ('user.created', 'user.updated') ORDER BY tenant_id, seq`,
    ))
      found.set(id, [...(found.get(id) ?? []), type]);
    return found;
  }

  const expected = ({ names }: Acknowledged): string[] => [
    'user.created',
    ...names.map(() => 'user.updated'),
  ];

  return {
    acknowledgedAt,
    rows,
    async begin(tenant: string): Promise<void> {
      token = await platform.token(tenant);
      writing = Promise.all(Array.from({ length: writers }, (_, n) => write(n)));
      // Awaited at the end, also when a step before it fails.
      writing.catch(() => undefined);
    },
    async end(): Promise<void> {
      done.abort();
      await writing;
    },
    untilMore(count: number): Promise<unknown> {
      const goal = acknowledgedAt.length + count;
      return eventually(() => acknowledgedAt.length >= goal, { what: 'more writes' });
    },
    async expectStored(): Promise<void> {
      const stored = await rows<{ id: string; display_name: string | null }>(
        `SELECT id, display_name FROM directory.users WHERE email LIKE '${prefix}-%'`,
      );
      expect(stored).toHaveLength(users.length);
      const names = new Map(stored.map((row) => [row.id, row.display_name]));
      const wrong = users.filter(({ id, names: given }) => names.get(id) !== given.at(-1));
      expect(wrong).toEqual([]);
    },
    /** Waits until every event is in the event log, and expects each once and in order. */
    async expectEvents(): Promise<void> {
      await eventually(
        async () => {
          const found = await eventsOf();
          return users.every((user) => (found.get(user.id)?.length ?? 0) >= expected(user).length);
        },
        { what: 'every event' },
      );
      const found = await eventsOf();
      const wrong = users.filter(
        (user) => JSON.stringify(found.get(user.id)) !== JSON.stringify(expected(user)),
      );
      expect(wrong).toEqual([]);
    },
  };
}

export type UserLoad = ReturnType<typeof userLoad>;
