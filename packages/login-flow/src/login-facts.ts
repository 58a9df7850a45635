import { currentLevel, youngerThan } from './assurance.ts';
import type { FactLookup, FactValue } from './condition.ts';
import type { EffectiveFlow } from './effective-flow.ts';
import type { LoginFacts, LoginState } from './login-state.ts';
import type { ProvenFactor } from './proven-factor.ts';

/** The time facts of conditions. Days are numbered from Monday, 1. */
export function timeFacts(now: number): Record<'time.hourUtc' | 'time.weekdayUtc', number> {
  const date = new Date(now);
  return { 'time.hourUtc': date.getUTCHours(), 'time.weekdayUtc': date.getUTCDay() || 7 };
}

/** A fact that is a list; empty when absent. */
export const listFact = ({ values }: LoginFacts, name: string): readonly string[] => {
  const value = values[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
};

/** A fact that is a number. */
export const numberFact = ({ values }: LoginFacts, name: string): number | undefined => {
  const value = values[name];
  return typeof value === 'number' ? value : undefined;
};

/**
 * Factors of the session that count: younger than the flow's session, the client's and the request's limit. Empty if the request
 * requires a new sign-in (OpenID Connect Core §3.1.2.1).
 */
export function usableSession({ definition, limits }: EffectiveFlow, facts: LoginFacts) {
  if (listFact(facts, 'request.prompt').includes('login')) return [];
  const limit = Math.min(
    definition.settings.sessionLifetimeSeconds,
    limits.maxAgeSeconds ?? Infinity,
    numberFact(facts, 'request.maxAge') ?? Infinity,
  );
  return youngerThan(facts.session ?? [], limit, facts.now);
}

const distinctMethods = (factors: readonly ProvenFactor[]): string[] => [
  ...new Set(factors.map((f) => f.method)),
];

function sessionFact(name: string, { session, now }: LoginFacts): FactValue {
  if (!session?.length) return undefined;
  if (name === 'session.aal') return currentLevel(session, now);
  if (name === 'session.methods') return distinctMethods(session);
  const youngest = Math.max(...session.map((f) => f.provenAt));
  return Math.floor(Math.max(0, now - youngest) / 1_000);
}

/** The lookup of facts at one point of a login. */
export function factsAt(state: LoginState, facts: LoginFacts): FactLookup {
  return (name) => {
    if (name === 'current.aal') return currentLevel(state.factors, facts.now);
    if (name === 'current.methods') return distinctMethods(state.factors);
    const given = Object.hasOwn(facts.values, name) ? facts.values[name] : undefined;
    return given === undefined && name.startsWith('session.') ? sessionFact(name, facts) : given;
  };
}
