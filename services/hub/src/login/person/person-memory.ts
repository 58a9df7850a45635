import { LRUCache } from 'lru-cache';
import type { Login } from '../steps/login-step.ts';
import type { LoginUser } from './person.ts';

/** For so long a page may show the person as its form has found them. */
const lifeMs = 2_000;
const maxPeople = 1_000;

interface Seen {
  version: number;
  person: LoginUser;
  at: number;
}

/**
 * People as a form has just found them, for the page that the form leads to: a browser that follows the redirect costs no second
 * look-up. Each is used once, so that whoever loads the page again sees what has changed since; a form always looks anew.
 */
export function personMemory(now: () => number) {
  const people = new LRUCache<string, Seen>({ max: maxPeople });
  const keyOf = ({ tenant, uid }: Login['request']): string => `${tenant.id} ${uid}`;
  return {
    keep({ request, version, person }: Pick<Login, 'request' | 'version' | 'person'>): void {
      if (person) people.set(keyOf(request), { version, person, at: now() });
    },

    /** Takes the person of a login that nobody has moved on since. */
    take(request: Login['request'], version: number): LoginUser | undefined {
      const seen = people.get(keyOf(request));
      people.delete(keyOf(request));
      const isRecent = seen?.version === version && now() - seen.at < lifeMs;
      return isRecent ? seen.person : undefined;
    },
  };
}

/** See {@link personMemory}. */
export type PersonMemory = ReturnType<typeof personMemory>;
