import { parse as parseYaml } from 'yaml';
import { JitRule, isId } from '@platform/contracts';
import type { CapabilityPolicy, Property, PropertyType } from '@platform/contracts';
import { z } from 'zod';

/** A value, or a description of what was expected. */
export type Parsed = { value: unknown } | { expected: string };

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const isoDuration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/;

/** Parses `60s`, `5m`, `7d`, `250ms` or ISO 8601 (`P7D`, `PT1M`) into milliseconds. */
export function parseDuration(text: string): number | undefined {
  const simple = /^(\d+)(ms|s|m|h|d)$/.exec(text);
  if (simple) return Number(simple[1]) * (unitMs[simple[2] as string] as number);
  const iso = isoDuration.exec(text);
  if (!iso || text === 'P' || text.endsWith('T')) return undefined;
  const [days, hours, minutes, seconds] = iso.slice(1).map((n) => Number(n ?? 0));
  return (
    (days ?? 0) * 86_400_000 +
    (hours ?? 0) * 3_600_000 +
    (minutes ?? 0) * 60_000 +
    Math.round((seconds ?? 0) * 1000)
  );
}

const isRecord = (v: unknown): v is Record<string, unknown> =>
  typeof v === 'object' && v !== null && !Array.isArray(v);

function parseList(raw: unknown): string[] | undefined {
  if (Array.isArray(raw))
    return raw.every((v) => ['string', 'number', 'boolean'].includes(typeof v))
      ? raw.map(String)
      : undefined;
  if (raw === null || raw === undefined) return [];
  if (typeof raw !== 'string') return typeof raw === 'number' ? [String(raw)] : undefined;
  return raw
    .replace(/^\[(.*)\]$/s, '$1')
    .split(',')
    .map((v) => v.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((v) => v !== '');
}

function parseMap(raw: unknown): Record<string, unknown> | undefined {
  if (isRecord(raw)) return raw;
  if (raw === '' || raw === null || raw === undefined) return {};
  if (typeof raw !== 'string') return undefined;
  try {
    const parsed: unknown = parseYaml(raw);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function parseInteger(raw: unknown): Parsed {
  const n =
    typeof raw === 'number'
      ? raw
      : typeof raw === 'string' && /^-?\d+$/.test(raw.trim())
        ? Number(raw)
        : NaN;
  return Number.isSafeInteger(n) ? { value: n } : { expected: 'a whole number' };
}

const policyForm =
  'a map of families to { enable: always | entitled | never, areas: [...], requires: [...], displayName } (YAML or JSON)';
const policyMembers = new Set(['enable', 'areas', 'requires', 'displayName']);

function parsePolicy(family: string, raw: unknown): CapabilityPolicy | undefined {
  if (!isRecord(raw) || Object.keys(raw).some((member) => !policyMembers.has(member)))
    return undefined;
  const { enable, displayName = family } = raw;
  const [areas, requires] = [parseList(raw['areas']), parseList(raw['requires'])];
  if (
    (enable !== 'always' && enable !== 'entitled' && enable !== 'never') ||
    !areas ||
    !requires ||
    typeof displayName !== 'string'
  )
    return undefined;
  return { enable, areas, requires, displayName };
}

const parsers: Record<PropertyType, (raw: unknown, property: Property) => Parsed> = {
  Boolean: (raw) => {
    const text = String(raw).trim().toLowerCase();
    return text === 'true' || text === 'false'
      ? { value: text === 'true' }
      : { expected: 'true or false' };
  },
  String: (raw) =>
    isRecord(raw) || Array.isArray(raw)
      ? { expected: 'text' }
      : { value: raw === null ? '' : String(raw) },
  'String?': (raw) =>
    isRecord(raw) || Array.isArray(raw)
      ? { expected: 'text or null' }
      : { value: raw === null || raw === '' || raw === 'null' ? null : String(raw) },
  Int: (raw) => {
    const parsed = parseInteger(raw);
    return 'value' in parsed && Math.abs(parsed.value as number) > 2 ** 31 - 1
      ? { expected: 'a whole number of 32 bits' }
      : parsed;
  },
  Long: parseInteger,
  Duration: (raw) => {
    const ms = typeof raw === 'string' ? parseDuration(raw.trim()) : undefined;
    return ms === undefined ? { expected: 'a duration such as 60s, 5m, 7d or P7D' } : { value: ms };
  },
  Mode: (raw, { values = [] }) =>
    values.includes(String(raw))
      ? { value: String(raw) }
      : { expected: `one of ${values.join(', ')}` },
  'Set<String>': (raw) => {
    const list = parseList(raw);
    return list ? { value: new Set(list) } : { expected: 'a list, or comma-separated values' };
  },
  'List<String>': (raw) => {
    const list = parseList(raw);
    return list ? { value: list } : { expected: 'a list, or comma-separated values' };
  },
  'List<Duration>': (raw) => {
    const list = parseList(raw)?.map(parseDuration);
    return list && list.every((v) => v !== undefined)
      ? { value: list }
      : { expected: 'comma-separated durations' };
  },
  'Map<String, String>': (raw) => {
    const map = parseMap(raw);
    return map && Object.values(map).every((v) => typeof v === 'string')
      ? { value: map }
      : { expected: 'a map of text (YAML or JSON)' };
  },
  'Map<String, Set<String>>': (raw) => {
    const map = parseMap(raw);
    const sets = map && Object.entries(map).map(([k, v]) => [k, parseList(v)] as const);
    return sets?.every(([, v]) => v)
      ? { value: Object.fromEntries(sets.map(([k, v]) => [k, new Set(v)])) }
      : { expected: 'a map of lists (YAML or JSON)' };
  },
  'Map<String, policy>': (raw) => {
    const map = parseMap(raw);
    const policies =
      map &&
      Object.entries(map).map(([family, policy]) => [family, parsePolicy(family, policy)] as const);
    return policies?.every(([family, policy]) => policy && /^[a-z][a-z0-9_]{0,39}$/.test(family))
      ? { value: Object.fromEntries(policies) }
      : { expected: policyForm };
  },
  'Map<String, List<rule>>': (raw) => {
    const map = raw === '' ? {} : parseMap(raw);
    if (!map) return { expected: 'a map of tenant ids to lists of rules (YAML or JSON)' };
    const rules: Record<string, JitRule[]> = {};
    for (const [tenantId, list] of Object.entries(map)) {
      const fault = ruleFault(tenantId, list);
      if (fault !== undefined) return { expected: fault };
      rules[tenantId] = z.array(JitRule).parse(list);
    }
    return { value: rules };
  },
};

/**
 * Describes the first fault in a tenant's rules, naming tenant, rule and reason; undefined if there
 * is none.
 */
function ruleFault(tenantId: string, list: unknown): string | undefined {
  if (!isId('tenant', tenantId)) return `tenant ids as keys, not "${tenantId}"`;
  if (!Array.isArray(list)) return `a list of rules for ${tenantId}`;
  const names = new Set<unknown>();
  for (const [at, rule] of list.entries()) {
    const name: unknown = isRecord(rule) ? rule['name'] : undefined;
    const label = `rule ${typeof name === 'string' ? `"${name}"` : `number ${at + 1}`} of ${tenantId}`;
    if (names.has(name)) return `unique names, but ${label} appears twice`;
    names.add(name);
    const { error } = JitRule.safeParse(rule);
    const issue = error?.issues[0];
    if (issue) return `a valid ${label}: ${issue.path.join('.') || 'the rule'} ${issue.message}`;
  }
  return undefined;
}

/**
 * Parses a raw value (from YAML or the environment) as the property's type, then runs the
 * property's own check.
 */
export function parseValue(property: Property, raw: unknown): Parsed {
  const parsed = parsers[property.type](raw, property);
  if ('expected' in parsed) return parsed;
  const complaint = property.check?.(parsed.value as never);
  return complaint === undefined ? parsed : { expected: complaint };
}
