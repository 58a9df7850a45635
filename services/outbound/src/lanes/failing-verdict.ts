import type { HealthRules, LaneHealth } from './lane-health.ts';

/** Fewer failed attempts do not disable an endpoint. */
const enoughFailures = 10;

/** Returns the consequence of the time without a success. */
export function failingVerdict(
  health: LaneHealth,
  now: number,
  rules: HealthRules,
  networkAtFault: boolean,
): 'disable' | 'warn' | undefined {
  if (health.failingSince === null || networkAtFault) return undefined;
  const failingMs = now - health.failingSince;
  if (
    rules.autoDisableAfter > 0 &&
    failingMs >= rules.autoDisableAfter &&
    health.failedAttempts >= enoughFailures
  )
    return 'disable';
  return !health.warned && failingMs >= rules.autoDisableWarnAfter ? 'warn' : undefined;
}

/**
 * Returns when {@link failingVerdict} can next have a result, at least a minute from now; null
 * while the endpoint is healthy.
 */
export function verdictDueAt(health: LaneHealth, now: number, rules: HealthRules): number | null {
  if (health.failingSince === null) return null;
  const times = [
    ...(health.warned ? [] : [rules.autoDisableWarnAfter]),
    ...(rules.autoDisableAfter > 0 ? [rules.autoDisableAfter] : []),
  ];
  return times.length === 0
    ? null
    : Math.max(now + 60_000, health.failingSince + Math.min(...times));
}
