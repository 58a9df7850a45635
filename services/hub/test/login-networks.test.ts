import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInFlow } from '@platform/login-flow';
import { mmdb } from '@platform/testkit/mmdb';
import { temporaryFolder } from '@platform/testkit/stores';
import { loginHub, titleOf } from './login-hub.ts';
import type { LoginHub } from './login-hub.ts';

const password = 'correct horse battery staple';

/** The built-in flow, but with sign-ins denied if the fact has the value. */
const denyingWhere = (fact: string, value: string | number) => ({
  ...builtInFlow,
  entrypoints: { default: 'where' },
  steps: [
    {
      id: 'where',
      type: 'condition',
      config: {
        branches: [{ id: 'there', when: { fact, op: 'eq', value }, next: 'denied' }],
        otherwise: builtInFlow.entrypoints['default'],
      },
    },
    { id: 'denied', type: 'deny', config: { reason: 'access_denied' } },
    ...builtInFlow.steps,
  ],
});

describe('the network of a browser', () => {
  const folder = temporaryFolder('networks-');
  const file = (name: string, content: Buffer): string => {
    const path = join(folder.path, name);
    writeFileSync(path, content);
    return path;
  };
  let hub: LoginHub;

  beforeAll(async () => {
    hub = await loginHub({
      properties: {
        'platform.conditional-access.geoip-database-path': file(
          'country.mmdb',
          mmdb({ '127.0.0.0/8': 'CH' }),
        ),
        'platform.hub.login.asn-database-path': file(
          'asn.mmdb',
          mmdb({ '127.0.0.0/8': 'AS64500' }, 'GeoLite2-ASN'),
        ),
      },
    });
  });
  afterAll(async () => {
    await hub?.stop();
    folder.remove();
  });

  it.each<[string, string, string | number, boolean]>([
    ['its country', 'network.country', 'CH', true],
    ['another country', 'network.country', 'DE', false],
    ['its autonomous system', 'network.asn', 64_500, true],
    ['another autonomous system', 'network.asn', 64_501, false],
  ])('is used in a condition on %s', async (_name, fact, value, isDenied) => {
    const clientId = `client-${fact}-${value}`;
    const client = { ...hub.client, id: clientId };
    hub.around.identityFacade.setExperience(clientId, { definition: denyingWhere(fact, value) });
    const page = await hub.browser(hub.request({ client })).get();
    expect(titleOf(page).startsWith('Sign in to')).toBe(!isDenied);
  });

  it.each<[string, object, boolean]>([
    ['a reset by mail', {}, true],
    ['a change at a sign-in', { mustChange: true }, false],
  ])('is sent to the identity service with %s', async (_name, more, isReset) => {
    const email = `reset-${isReset}@example.com`;
    const userId = hub.person(email, { password, ...more });
    const browser = hub.browser(hub.request());
    await browser.get();
    await browser.submit('identify', { identifier: email });
    const { challenges, verifications, passwordsSet } = hub.around.identityFacade;
    if (isReset) {
      await browser.get('?view=forgot');
      await browser.submit('forgot');
      await browser.submit('reset-code', { code: challenges.at(-1)!.code });
      await browser.submit('new-password', { 'new-password': `${password} 2` });
    } else {
      await browser.submit('prove', { password });
      await browser.submit('change-password', { 'new-password': `${password} 2` });
    }
    const origin = { ip: '127.0.0.1', country: 'CH' };
    expect(verifications.at(-1)).toMatchObject(origin);
    expect(passwordsSet.at(-1)).toMatchObject({ userId, isReset, ...origin });
  });
});
