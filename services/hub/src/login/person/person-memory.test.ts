import { describe, expect, it } from 'vitest';
import type { Login } from '../steps/login-step.ts';
import { personMemory } from './person-memory.ts';
import type { LoginUser } from './person.ts';

const request = { uid: 'login-1', tenant: { id: 'tnt_1' } } as Login['request'];
const person = { id: 'usr_1' } as LoginUser;

function memory() {
  let now = 0;
  const people = personMemory(() => now);
  people.keep({ request, version: 2, person });
  return { people, wait: (ms: number) => void (now += ms) };
}

describe('personMemory', () => {
  it('returns the person to the page that the form leads to, once', () => {
    const { people } = memory();
    expect(people.take(request, 2)).toBe(person);
    expect(people.take(request, 2)).toBeUndefined();
  });

  it('forgets a person after two seconds', () => {
    const { people, wait } = memory();
    wait(2_000);
    expect(people.take(request, 2)).toBeUndefined();
  });

  it('returns no person for a login that has changed since', () => {
    expect(memory().people.take(request, 3)).toBeUndefined();
  });

  it.each([
    ['login', { ...request, uid: 'login-2' }],
    ['tenant', { ...request, tenant: { ...request.tenant, id: 'tnt_2' } }],
  ])('returns no person to another %s', (_what, other) => {
    expect(memory().people.take(other, 2)).toBeUndefined();
  });
});
