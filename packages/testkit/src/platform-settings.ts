import type { PortedService } from '@platform/dev/platform-ports';
import { toEnvironment } from './environment.ts';
import type { TestProperties } from './environment.ts';
import { patience } from './patience.ts';

/** Disables limits that a test would reach because all of its calls come from one address. */
const noLimits: TestProperties = {
  'platform.gateway.ratelimit.ip-failures-per-minute': '0',
  'platform.gateway.ratelimit.ip-requests-per-minute': '0',
  'platform.gateway.ratelimit.tenant-requests-per-minute': '0',
  'platform.gateway.ratelimit.client-requests-per-minute': '0',
  'platform.ratelimit.enabled': 'false',
  'platform.hooks.test-delivery.rate-limit.limit': '0',
  'platform.ssf.min-verification-interval': '0s',
  'platform.audit-export.max-active-per-tenant': '1000',
};

/** Properties that only one service has; all others are set for every service. */
const ownPrefixes: Partial<Record<PortedService, readonly string[]>> = {
  gateway: ['platform.gateway.'],
  compliance: ['platform.ssf.', 'platform.audit-export.'],
  hub: ['platform.ratelimit.'],
  outbound: ['platform.hooks.', 'platform.webhooks.'],
};

const concerns = (name: PortedService, property: string): boolean => {
  const owners = Object.entries(ownPrefixes).filter(([, prefixes]) =>
    prefixes.some((prefix) => property.startsWith(prefix)),
  );
  return owners.length === 0 || owners.some(([owner]) => owner === name);
};

/**
 * Returns the settings of each service of a platform under test, without limits on callers, and
 * with `more`.
 */
export const testSettings =
  (more: TestProperties = {}) =>
  (name: PortedService): Record<string, string> =>
    toEnvironment(
      Object.fromEntries(
        Object.entries({ ...noLimits, ...patience, ...more }).filter(([property]) =>
          concerns(name, property),
        ),
      ),
    );
