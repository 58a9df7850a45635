import { randomBytes } from 'node:crypto';
import { loginDomainOperations } from '@platform/contracts';
import { dnsLookups } from '@platform/kit/egress';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { IdentityFacadeConfig } from '../config.ts';
import { askSurface } from '../domains/ask-surface.ts';
import { domainCheckJob, domainSweep } from '../domains/domain-check-job.ts';
import { domainChecks } from '../domains/domain-check.ts';
import { loginDomainHandlers } from '../domains/domain-handlers.ts';
import { clockOf } from './test-options.ts';
import type { IdentityFacadeOptions } from './test-options.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Base32 (RFC 4648 §6) in lower case: 5 random bits a character. */
const randomText = (length: number): string =>
  [...randomBytes(length)].map((byte) => alphabet[byte % 32]).join('');

const rulesOf = (config: IdentityFacadeConfig) => ({
  pendingTtlMs: config.domainPendingTtl,
  recheckMs: config.domainRecheckInterval,
  failureThreshold: config.domainFailureThreshold,
  failingGraceMs: config.domainFailingGrace,
  suspendedRetentionMs: config.domainSuspendedRetention,
});

/** Composes login domains. */
export function composeLoginDomains(
  platform: Platform,
  config: IdentityFacadeConfig,
  options: IdentityFacadeOptions,
): Required<Pick<ServiceParts, 'mounts' | 'surfaces' | 'jobs' | 'singletons'>> {
  const clock = clockOf(options);
  const { platformDomain } = platform.common;
  const cnameSuffix = config.cnameSuffix || `.cname${platformDomain}`;
  const dns =
    options.dns ??
    dnsLookups({
      servers: config.dnsServers,
      timeoutMs: config.dnsTimeout,
      tries: config.dnsTries,
    });
  const rules = rulesOf(config);
  const checks = domainChecks({ dns, db: platform.db, rules, clock, random: Math.random });
  const handlers = loginDomainHandlers({
    checks,
    maxPerTenant: config.maxDomains,
    pendingTtlMs: rules.pendingTtlMs,
    cnameSuffix,
    reserved: [platformDomain, cnameSuffix],
    randomText,
    clock,
  });
  return {
    mounts: [serve(loginDomainOperations, handlers)],
    surfaces: [askSurface(platform)],
    jobs: [domainCheckJob(checks, clock)],
    singletons: [domainSweep(platform, { clock, everyMs: options.sweepMs ?? 60_000 })],
  };
}
