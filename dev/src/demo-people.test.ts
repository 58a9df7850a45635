import { describe, expect, it } from 'vitest';
import { addPerson } from './demo-people.ts';
import type { ManagementApi } from './management-api.ts';

const person = { email: 'ada@example.com', password: 'secret' };

/** A tenant with these users, whose schema refuses a profile without an employee number. */
const strictTenant =
  (users: { id: string }[], created: unknown[]): ManagementApi =>
  async (method, _, body) => {
    if (method === 'GET') return { status: 200, body: { data: users } };
    created.push(body);
    return { status: 422, body: { code: 'validation_failed' } };
  };

describe('addPerson', () => {
  it('keeps the person of an earlier start where the tenant requires another attribute meanwhile', async () => {
    const created: unknown[] = [];
    const api = strictTenant([{ id: 'usr_1' }], created);
    expect(await addPerson(api, person, 'Ada Lovelace')).toBe('usr_1');
    expect(created).toEqual([]);
  });

  it('reports that the tenant refuses the profile', async () => {
    const created: unknown[] = [];
    await expect(addPerson(strictTenant([], created), person, 'Ada')).rejects.toThrow(/422/);
    expect(created).toMatchObject([{ email: 'ada@example.com', displayName: 'Ada' }]);
  });
});
