import { LRUCache } from 'lru-cache';
import type { Login } from '../steps/login-step.ts';
import type { LoginUser } from './person.ts';

/** How long a page may use the person that its form has looked up. */
const lifeMs = 2_000;
const maxPeople = 1_000;

interface Seen {
  version: number;
  person: LoginUser;
  at: number;
}

/**
 * Keeps the person that a form has looked up for the page that the form redirects to, which saves a second lookup. Each entry is
 * used once, so that reloading the page shows later changes. Forms always look the person up again.
 */
export function personMemory(now: () => number) {
  const people = new LRUCache<string, Seen>({ max: maxPeople });
  const keyOf = ({ tenant, uid }: Login['request']): string => `${tenant.id} ${uid}`;
  return {
    keep({ request, version, person }: Pick<Login, 'request' | 'version' | 'person'>): void {
      if (person) people.set(keyOf(request), { version, person, at: now() });
    },

    /** Takes the person of a login that has not changed since. */
    take(request: Login['request'], version: number): LoginUser | undefined {
      const seen = people.get(keyOf(request));
      people.delete(keyOf(request));
      const isRecent = seen?.version === version && now() - seen.at < lifeMs;
      return isRecent ? seen.person : undefined;
    },
  };
}

export type PersonMemory = ReturnType<typeof personMemory>;
