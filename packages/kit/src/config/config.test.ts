import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { ConfigError, environmentName, parseDuration, readConfig, valueFiles } from './config.ts';

const required = {
  PLATFORM_HUB_ISSUER: 'https://id.example',
  PLATFORM_HUB_PLATFORM_DOMAIN: '.id.example',
};
const shape = {
  issuer: 'platform.hub.issuer',
  domain: 'platform.hub.platform-domain',
  ttl: 'platform.hub.issuer-cache-ttl-millis',
  hosts: 'platform.tenancy.default-tenant-hosts',
  scopes: 'platform.hub.scope-conformance.expected-scopes',
  mode: 'platform.product-api.internal-auth.mode',
  grace: 'platform.hub.infra-secret-reconciler.previous-secret-grace',
} as const;

const faultsOf = (run: () => unknown): readonly string[] => {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

describe('readConfig', () => {
  test('reads defaults, YAML and the environment, which takes precedence', () => {
    const yaml = {
      name: 'platform.yaml',
      text: 'platform:\n  hub:\n    issuer: https://yaml.example\n    issuer-cache-ttl-millis: 5\n  tenancy:\n    default-tenant-hosts: [a.example, b.example]\n',
    };
    const config = readConfig(shape, { yaml, environment: required });
    expect(config.issuer).toBe('https://id.example');
    expect(config.ttl).toBe(5);
    expect([...config.hosts]).toEqual(['a.example', 'b.example']);
    expect(config.mode).toBe('DETECT');
    expect(config.grace).toBe(900_000);
    expect([...(config.scopes['delegation-issuer'] ?? [])]).toEqual(['openid']);
  });

  test('lists every error with its key, source and expected value', () => {
    const yaml = {
      name: 'p.yaml',
      text: 'platform:\n  hub:\n    isuer: x\n    platform-domain: no-dot\n',
    };
    const faults = faultsOf(() =>
      readConfig(shape, {
        yaml,
        environment: {
          PLATFORM_HUB_ISSUER_CACHE_TTL_MILLIS: 'soon',
          PLATFORM_PRODUCT_API_INTERNAL_AUTH_MODE: 'LOUD',
          PLATFORM_HUB_TYPO: '1',
        },
      }),
    );
    expect(faults).toEqual([
      'platform.hub.isuer (p.yaml): unknown property',
      'PLATFORM_HUB_TYPO (environment): unknown property',
      'platform.hub.issuer: required, but set neither in YAML nor as PLATFORM_HUB_ISSUER',
      'platform.hub.platform-domain (p.yaml): "no-dot": must be a domain that starts with a dot',
      'platform.hub.issuer-cache-ttl-millis (PLATFORM_HUB_ISSUER_CACHE_TTL_MILLIS): "soon": expected a whole number',
      'platform.product-api.internal-auth.mode (PLATFORM_PRODUCT_API_INTERNAL_AUTH_MODE): "LOUD": expected one of OFF, DETECT, ENFORCE',
    ]);
  });

  test('never prints a secret', () => {
    const faults = faultsOf(() =>
      readConfig(
        { s: 'platform.hub.infra-secret-reconciler.cli-secret' },
        { environment: { PLATFORM_HUB_INFRA_SECRET_RECONCILER_CLI_SECRET: 'hunter2' } },
      ),
    );
    expect(faults).toHaveLength(1);
    expect(faults[0]).not.toContain('hunter2');
  });

  describe('a value in a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'config-test-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const fileWith = (text: string): string => {
      const path = join(folder, randomUUID());
      writeFileSync(path, text);
      return path;
    };
    const secretShape = { secret: 'platform.hub.infra-secret-reconciler.cli-secret' } as const;
    const variable = environmentName(secretShape.secret);
    const strong = 'x'.repeat(40);

    test.each(['', '\n', '\r\n'])('is read without %j at its end', (end) => {
      const environment = { [`${variable}_FILE`]: fileWith(strong + end) };
      expect(readConfig(secretShape, { environment }).secret).toBe(strong);
    });

    test('takes precedence over YAML, and can be set by a former name', () => {
      const yaml = { name: 'p.yaml', text: `${secretShape.secret}: ${'y'.repeat(40)}` };
      const environment = {
        PLATFORM_HUB_INFRA_SECRET_RECONCILER_THORYN_CLI_SECRET_FILE: fileWith(strong),
      };
      expect(readConfig(secretShape, { yaml, environment }).secret).toBe(strong);
    });

    test('is an error if the value itself is also set, if it cannot be read, or if it is invalid', () => {
      const missing = join(folder, 'missing');
      const weak = fileWith('hunter2');
      const faults = [
        { [variable]: strong, [`${variable}_FILE`]: fileWith(strong) },
        { [`${variable}_FILE`]: missing },
        { [`${variable}_FILE`]: weak },
        { PLATFORM_NOTHING_FILE: weak },
      ].map((environment) => faultsOf(() => readConfig(secretShape, { environment })));
      expect(faults).toEqual([
        [
          `${variable}_FILE (environment): the variable with the value is also set; remove one of the two`,
        ],
        [`${secretShape.secret} (${variable}_FILE): ${missing} cannot be read (ENOENT)`],
        [expect.stringMatching(/CLI_SECRET_FILE\): (?!.*hunter2)/)],
        ['PLATFORM_NOTHING_FILE (environment): unknown property'],
      ]);
    });

    test('is read only by processes that use its property', () => {
      const environment = { ...required, PLATFORM_DATABASE_URL_FILE: join(folder, 'missing') };
      expect(readConfig({ issuer: 'platform.hub.issuer' }, { environment }).issuer).toBe(
        'https://id.example',
      );
    });

    test('is listed as a watched file; an empty name is ignored', () => {
      const environment = {
        [`${variable}_FILE`]: '/a',
        PLATFORM_DATABASE_URL_FILE: '/a',
        PLATFORM_DATABASE_MIGRATION_URL_FILE: '',
        PLATFORM_HUB_ISSUER: '/b',
        OTHER_FILE: '/c',
      };
      expect(valueFiles(environment)).toEqual(['/a']);
      expect(faultsOf(() => readConfig(secretShape, { environment }))).toHaveLength(1);
    });
  });

  test('reads a former name as the current property', () => {
    const secret = 'x'.repeat(40);
    const config = readConfig(
      { s: 'platform.hub.infra-secret-reconciler.cli-secret' },
      { environment: { PLATFORM_HUB_INFRA_SECRET_RECONCILER_THORYN_CLI_SECRET: secret } },
    );
    expect(config.s).toBe(secret);
  });

  test('maps names to environment variables as documented in the reference', () => {
    expect(environmentName('platform.hub.platform-client-ids')).toBe(
      'PLATFORM_HUB_PLATFORM_CLIENT_IDS',
    );
  });
});

describe('parseDuration', () => {
  test.each([
    ['60s', 60_000],
    ['5m', 300_000],
    ['7d', 604_800_000],
    ['250ms', 250],
    ['P7D', 604_800_000],
    ['PT1M30S', 90_000],
    ['PT0.5S', 500],
    ['P1DT2H', 93_600_000],
  ])('%s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });
  test.each(['', '5', 's', '-5s', 'P', 'PT', '1.5h', '5 m'])('rejects %j', (text) =>
    expect(parseDuration(text)).toBeUndefined(),
  );
  test('is exact for every count of a unit', () => {
    fc.assert(fc.property(fc.nat(1_000_000), (n) => parseDuration(`${n}s`) === n * 1000));
  });
});
