import { describe, expect, test } from 'vitest';
import { properties } from '@platform/contracts';
import type { PropertyName } from '@platform/contracts';
import { environmentName, readConfig } from '@platform/kit/config';
import { ACCOUNTS, inheritedEnvironment, serviceEnvironment } from './environment.ts';
import type { Surroundings } from './environment.ts';
import { SERVICES, anyPorts, portsAt } from './platform-ports.ts';
import type { PlatformPorts } from './platform-ports.ts';

const around: Surroundings = {
  ports: portsAt(200),
  host: '127.0.0.1',
  natsUrl: 'nats://127.0.0.1:7602',
  cluster: {
    issuer: 'https://kubernetes.default.svc.cluster.local',
    jwksUri: 'http://127.0.0.1:7603/openid/v1/jwks',
  },
  tokensDir: '/data/cluster/tokens',
  objectsDir: '/data/objects',
  databases: {
    hub: {
      url: 'postgres://hub_login:x@127.0.0.1:7601/platform',
      migrationUrl: 'postgres://hub_owner:x@127.0.0.1:7601/platform',
    },
  },
  secrets: {
    encryptionKeyId: 'k1',
    encryptionKey: Buffer.alloc(32, 1).toString('base64'),
    demoClientSecret: 'x'.repeat(43),
    subjectHashKey: Buffer.alloc(32, 2).toString('base64'),
    accessRequestToken: 'y'.repeat(43),
    securityEventsBearer: 'z'.repeat(43),
    demoPersonPassword: 'x'.repeat(16),
  },
};

const allOf = (ports: PlatformPorts): number[] =>
  Object.values(ports).flatMap((port) =>
    typeof port === 'number' ? [port] : (Object.values(port) as number[]),
  );

describe('serviceEnvironment', () => {
  test.each(SERVICES)('gives %s settings that its configuration accepts', (name) => {
    const environment = serviceEnvironment(name, around);
    const names = (Object.keys(properties) as PropertyName[]).filter(
      (property) => environmentName(property) in environment,
    );
    expect(names).toHaveLength(Object.keys(environment).length);
    readConfig(Object.fromEntries(names.map((property) => [property, property])), { environment });
  });

  test.each(SERVICES)('tells %s the address of the API at the offset', (name) => {
    const environment = serviceEnvironment(name, around);
    expect(environment.PLATFORM_GATEWAY_PUBLIC_BASE_URL).toBe('http://localhost:8282');
    expect(environment).not.toHaveProperty('PLATFORM_SCIM_PUBLIC_BASE_URL');
  });

  test('gives each process its own tokens and database login', () => {
    expect(serviceEnvironment('gateway', around).PLATFORM_RPC_TOKEN_DIRECTORY).toBe(
      `/data/cluster/tokens/${ACCOUNTS.gateway}`,
    );
    expect(serviceEnvironment('hub', around).PLATFORM_DATABASE_URL).toContain('hub_login');
    expect(serviceEnvironment('gateway', around).PLATFORM_DATABASE_URL).toBeUndefined();
  });
});

describe('inheritedEnvironment', () => {
  test('passes on variables of the services, but not those of the calling process', () => {
    expect(
      inheritedEnvironment({
        PATH: '/bin',
        PLATFORM_LOG_LEVEL: 'debug',
        DATABASE_URL: 'x',
        NATS_URL: 'x',
        PLATFORM_TEST_NO_INFRA: '1',
      }),
    ).toEqual({ PATH: '/bin', PLATFORM_LOG_LEVEL: 'debug' });
  });
});

describe('ports', () => {
  test.each([200, 1000, 1200, 2000, 10_000])(
    'of two platforms with offsets %i apart do not overlap',
    (offset) => {
      const ports = [...allOf(portsAt(0)), ...allOf(portsAt(offset))];
      expect(new Set(ports).size).toBe(ports.length);
    },
  );

  test('of platforms with offsets any multiple of 200 apart do not overlap', () => {
    const ports = allOf(portsAt(0)).map((port) => port % 200);
    expect(new Set(ports).size).toBe(ports.length);
    expect(portsAt(200).hub).toEqual({ http: 8279, admin: 9310, grpc: 9380 });
  });

  test('are all different when any will do', async () => {
    const ports = allOf(await anyPorts());
    expect(ports).toHaveLength(SERVICES.length * 3 + 8);
    expect(new Set(ports).size).toBe(ports.length);
  });
});
