import { z } from 'zod';
import { parseUrl } from '../common/url.ts';

import type { CapabilityFamilies } from '../fga/entitlement-families.ts';
import type { JitRules } from '../hub/jit-rule.ts';

/**
 * The types of properties, by their names in the operator reference. A parsed Duration is in
 * milliseconds.
 */
export interface PropertyTypes {
  Boolean: boolean;
  String: string;
  'String?': string | null;
  Int: number;
  Long: number;
  Duration: number;
  Mode: string;
  'Set<String>': ReadonlySet<string>;
  'List<String>': readonly string[];
  'List<Duration>': readonly number[];
  'Map<String, String>': Readonly<Record<string, string>>;
  'Map<String, Set<String>>': Readonly<Record<string, ReadonlySet<string>>>;
  'Map<String, policy>': CapabilityFamilies;
  'Map<String, List<rule>>': JitRules;
}

export type PropertyType = keyof PropertyTypes;

/** One `platform.*` property: its description in the reference, and its validation at start. */
export interface Property<T extends PropertyType = PropertyType> {
  type: T;
  /**
   * As an operator would write it; `required` if there is no default. An empty text means "empty".
   */
  default: string | 'required';
  meaning: string;
  /** Allowed values of a Mode. */
  values?: readonly string[];
  /** Describes what is wrong with a value of the right type; undefined if it is valid. */
  check?: (value: PropertyTypes[T]) => string | undefined;
  /** Whether the value must never be printed. */
  secret?: boolean;
}

/** Declares one property. */
export const property = <T extends PropertyType>(
  type: T,
  byDefault: string,
  meaning: string,
  more: Partial<Pick<Property<T>, 'values' | 'check' | 'secret'>> = {},
): Property<T> => ({ type, default: byDefault, meaning, ...more });

const ipAddress = z.union([z.ipv4(), z.ipv6()]);

/** Checks shared by several properties. */
export const checks = {
  positive: (n: number) => (n > 0 ? undefined : 'must be greater than 0'),
  notNegative: (n: number) => (n >= 0 ? undefined : 'must not be negative'),
  between: (low: number, high: number) => (n: number) =>
    n >= low && n <= high ? undefined : `must lie between ${low} and ${high}`,
  leadingDot: (s: string) =>
    /^(\.[a-z0-9-]+)+$/.test(s) ? undefined : 'must be a domain that starts with a dot',
  /**
   * Requires https, or http on `localhost` and its subdomains, where browsers and clients can reach
   * every tenant without a certificate.
   */
  issuer: (s: string) => {
    const url = parseUrl(s);
    if (!url || url.search || url.hash || s.endsWith('/'))
      return 'must be an absolute URL without query, fragment or trailing slash';
    const isLocal = /(^|\.)localhost$/.test(url.hostname);
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
      ? undefined
      : 'must be https (http for localhost and hosts below it)';
  },
  url: (s: string) => (s === '' || parseUrl(s) ? undefined : 'must be an absolute URL'),
  address: (s: string) =>
    s === '' || ipAddress.safeParse(s).success ? undefined : 'must be an IPv4 or IPv6 address',
  exactHosts: (hosts: ReadonlySet<string>) => {
    const bad = [...hosts].find((h) => /[*/:\s]/.test(h) && !/^\[[0-9a-f:.]+\]$/i.test(h));
    return bad === undefined
      ? undefined
      : `"${bad}" is not an exact host name (no wildcard, path or port)`;
  },
};
