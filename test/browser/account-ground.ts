import { randomBytes } from 'node:crypto';
import type { PlatformUnderTest, Someone } from '@platform/testkit/platform';

/** Gives an account something on each of its pages: organizations, an invitation, a consent, an application, a role to activate. */
export async function fillAccount(platform: PlatformUnderTest, someone: Someone): Promise<void> {
  const token = await platform.token('acme');
  const call = async (method: string, path: string, body: object): Promise<any> => {
    const { status, body: answer } = await platform.call(method, `/api/v1${path}`, { body, token });
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  // Colors and corners of the tenant, which the account shows.
  await call('put', '/login-experience/branding', {
    colors: { primary: '#7A2E8F', link: '#7A2E8F' },
    colorsDark: { primary: '#D9A6E6', onPrimary: '#0C0E13', link: '#D9A6E6' },
    cornerStyle: 'pill',
    defaultLocale: 'en',
    supportedLocales: ['en', 'de'],
  });
  const organization = (name: string) =>
    call('post', '/organizations', { name, slug: `o-${randomBytes(5).toString('hex')}` });
  const [pancakes, waffles] = await Promise.all([
    organization('Pancake House'),
    organization('Waffle Works & Sons International Holding'),
  ]);
  await call('put', `/organizations/${pancakes.id}/members/${someone.id}`, {});
  await call('post', `/organizations/${waffles.id}/invitations`, { email: someone.email });
  for (const [key, name] of [
    ['news', 'Newsletter'],
    ['research', 'Research on how people use the product'],
  ] as const) {
    await call('put', `/consent-purposes/${key}`, { name });
    await call('post', '/consents', { subjectId: someone.id, purposeKey: key });
  }
  const role = { key: 'staff', displayName: 'Staff', permissions: ['tenant:pim.elevate'] };
  await call('post', '/roles', role);
  await call('post', '/role-assignments', {
    principal: { type: 'user', id: someone.id },
    role: 'staff',
  });
  await call('post', '/pim/eligible-assignments', {
    principal: { type: 'user', id: someone.id },
    role: 'support',
    rules: { requireApproval: false, requireJustification: false },
  });
  const clientId = await platform.signInApplication('acme', ['profile', 'email']);
  await platform.signIn('acme', someone, { clientId, scopes: ['profile', 'email'] });
}
