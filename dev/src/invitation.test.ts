import { describe, expect, test } from 'vitest';
import { hostsAdvice } from './hosts-advice.ts';
import { invitation, invitationOfPeople, openDoor } from './invitation.ts';
import { portsAt } from './platform-ports.ts';
import { shellVariables } from './shell-variables.ts';

const ready = {
  gateway: 'http://localhost:8282',
  hub: 'http://localhost:8280',
  inbox: 'http://localhost:8225',
  application: 'http://localhost:8290',
  tenants: [
    {
      slug: 'demo',
      tenantId: 'tnt_1',
      issuer: 'http://demo.platform.localhost:8280',
      clientId: 'demo-admin',
      clientSecret: 's3cret',
    },
  ],
};
const dataDir = `${process.cwd()}/.platform`;

describe('the invitation', () => {
  test('shows where the API, its reference and platformctl are, without secrets', () => {
    const text = invitation({ ready, dataDir });
    expect(text).toContain('API reference  http://localhost:8282/docs');
    expect(text).toContain('  . .platform/demo.env');
    expect(text).toContain('npx platformctl tenants list');
    expect(text).not.toContain('s3cret');
  });

  test('shows where users find their account', () => {
    const person = { email: 'ada@example.com', password: 'x'.repeat(16) };
    const text = invitationOfPeople(ready, { person, applications: new Map() });
    expect(text).toContain('account        http://demo.platform.localhost:8280/account');
  });

  test('shows where administrators find the console', () => {
    const person = { email: 'ada@example.com', password: 'x'.repeat(16) };
    const text = invitationOfPeople(ready, { person, applications: new Map() });
    expect(text).toContain('demo           http://demo.platform.localhost:8280/console');
    expect(text).toContain('administrator  grace@example.com');
  });

  test('fits a terminal of 80 columns', () => {
    const person = { email: 'ada@example.com', password: 'x'.repeat(16) };
    const applications = new Map([['demo', 'http://localhost:8290/demo']]);
    const texts = [
      invitation({ ready, dataDir }),
      invitationOfPeople(ready, { person, applications }),
      openDoor('0.0.0.0'),
    ];
    for (const line of texts.flatMap((text) => text.split('\n')))
      expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('demo.env', () => {
  test('contains what the README and platformctl need, for any port offset', () => {
    const lines = shellVariables(ready, { dataDir: "/data/Ada's", ports: portsAt(200) }).split(
      '\n',
    );
    expect(lines).toContain('GATEWAY=http://localhost:8282');
    expect(lines).toContain('DEMO_CLIENT_SECRET=s3cret');
    expect(lines).toContain('export PLATFORMCTL_HUB=localhost:9380');
    expect(lines).toContain(
      `export PLATFORMCTL_TOKEN_FILE='/data/Ada'\\''s/cluster/tokens/platform-operator/hub'`,
    );
  });
});

describe('hostsAdvice', () => {
  const issuers = ['http://demo.platform.localhost:8080', 'http://acme.platform.localhost:8080'];

  test('names the hosts that cannot be resolved', async () => {
    const lookup = async (host: string) => {
      if (host.startsWith('acme')) throw new Error('ENOTFOUND');
    };
    const advice = await hostsAdvice(issuers, lookup);
    expect(advice).toContain('  127.0.0.1 acme.platform.localhost');
    expect(advice).not.toContain('demo.platform');
  });

  test('is empty if they can be resolved', async () => {
    expect(await hostsAdvice(issuers, async () => undefined)).toBeUndefined();
  });
});
