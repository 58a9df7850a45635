import { beforeAll, describe, expect, it } from 'vitest';
import { runExample } from './example.ts';
import { exampleTenant } from './tenant.ts';
import type { ExampleTenant } from './tenant.ts';

let tenant: ExampleTenant;
beforeAll(async () => {
  tenant = await exampleTenant();
});

describe('machine-to-machine', () => {
  it('lists users as itself, and may do nothing else', async () => {
    const ada = await tenant.under.person('demo');
    const client = await tenant.register({ type: 'm2m', allowedScopes: ['tenant:users.read'] });
    const env = { ...tenant.environment, ...client };
    const output = await runExample('machine-to-machine', 'report.ts', env);
    expect(output).toContain(`${ada.id} ${ada.email}\n1 active users\nNot allowed: `);
    expect((await tenant.platform.users.list({ email: 'grace@example.com' })).data).toEqual([]);
  });
});

describe('access-checks', () => {
  it('answers who sees which document, also when it runs again', async () => {
    const allowedScopes = ['tenant:fga.read', 'tenant:fga.write'] as const;
    const client = await tenant.register({ type: 'm2m', allowedScopes: [...allowedScopes] });
    const env = { ...tenant.environment, ...client };
    const expected =
      'ada sees welcome and salaries\ngrace sees welcome\ngrace owns the welcome page: false';
    expect(await runExample('access-checks', 'documents.ts', env)).toBe(expected);
    expect(await runExample('access-checks', 'documents.ts', env)).toBe(expected);
  });
});
