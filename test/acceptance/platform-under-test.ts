import { join } from 'node:path';
import { environmentName } from '@platform/kit/config';
import type { PropertyName } from '@platform/contracts';
import { accessToken } from '@platform/dev/access-token';
import type { DemoTenant } from '@platform/dev/demo-tenants';
import { startPlatform } from '@platform/dev/platform';
import type { Platform, PlatformOptions } from '@platform/dev/platform';
import { temporaryFolder } from '@platform/dev/testing';
import { userToken } from '@platform/dev/user-token';
import type { UserToken } from '@platform/dev/user-token';

/** An answer of the gateway. */
export interface Answer {
  status: number;
  headers: Headers;
  // Tests look into bodies of every shape.
  body: any;
}

/** What a call sends besides its method and path. */
export interface Call {
  body?: unknown;
  headers?: Record<string, string>;
  token?: string | undefined;
}

/** The whole platform as child processes, called through the gateway. */
export interface PlatformUnderTest extends Platform {
  call(method: string, path: string, call?: Call): Promise<Answer>;
  /** A token of a demo tenant's client, cut to some scopes. */
  token(slug: string, scope?: string): Promise<string>;
  /** A token of a user of a demo tenant, with every scope unless told otherwise. */
  userToken(
    slug: string,
    userId: string,
    more?: Partial<Pick<UserToken, 'scopes' | 'clientId'>>,
  ): Promise<string>;
}

const toEnvironment = (settings: Partial<Record<PropertyName, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [environmentName(name), value]),
  );

/** Limits that a test meets because all of its calls come from one address. */
const noLimits: Partial<Record<PropertyName, string>> = {
  'platform.gateway.ratelimit.ip-failures-per-minute': '0',
  'platform.gateway.ratelimit.ip-requests-per-minute': '0',
  'platform.gateway.ratelimit.tenant-requests-per-minute': '0',
  'platform.gateway.ratelimit.client-requests-per-minute': '0',
  'platform.ratelimit.enabled': 'false',
  'platform.hooks.test-delivery.rate-limit.limit': '0',
};

/** Starts it on free ports with its own data; `npm run build` must have run. */
export async function platformUnderTest(
  options: Omit<PlatformOptions, 'settings'> & {
    settings?: Partial<Record<PropertyName, string>>;
  } = {},
): Promise<PlatformUnderTest> {
  const folder = temporaryFolder('platform-under-test-');
  const known = async (name: string): Promise<Record<string, string>> => {
    const prefixes: Record<string, readonly string[]> = {
      gateway: ['platform.gateway.'],
      hub: ['platform.ratelimit.'],
      outbound: ['platform.hooks.', 'platform.webhooks.'],
      directory: [],
      fga: [],
    };
    const mine = Object.entries({ ...noLimits, ...options.settings }).filter(
      ([property]) =>
        prefixes[name]?.some((prefix) => property.startsWith(prefix)) ||
        !Object.values(prefixes)
          .flat()
          .some((prefix) => property.startsWith(prefix)),
    );
    return toEnvironment(Object.fromEntries(mine));
  };
  const environments = Object.fromEntries(
    await Promise.all(
      ['gateway', 'hub', 'directory', 'outbound', 'fga'].map(
        async (name) => [name, await known(name)] as const,
      ),
    ),
  );
  const platform = await startPlatform({
    dataDir: join(folder.path, 'data'),
    portOffset: 'any',
    durable: false,
    ...options,
    settings: (name) => environments[name] ?? {},
  });
  const tokens = new Map<string, Promise<string>>();

  function tenantOf(slug: string): DemoTenant {
    const tenant = platform.ready.tenants.find((t) => t.slug === slug);
    if (!tenant) throw new Error(`there is no demo tenant ${slug}`);
    return tenant;
  }

  return {
    ...platform,
    token(slug, scope) {
      const key = `${slug} ${scope ?? ''}`;
      const present = tokens.get(key) ?? accessToken(platform.ready.hub, tenantOf(slug), scope);
      tokens.set(key, present);
      return present;
    },
    userToken: (slug, userId, more = {}) =>
      userToken(platform, { tenant: tenantOf(slug), userId, ...more }),
    async call(method, path, { body, headers = {}, token } = {}) {
      const answer = await fetch(platform.ready.gateway + path, {
        method: method.toUpperCase(),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        headers: answer.headers,
        body: (answer.headers.get('content-type') ?? '').includes('json') ? JSON.parse(text) : text,
      };
    },
    async stop() {
      await platform.stop();
      folder.remove();
    },
  };
}
