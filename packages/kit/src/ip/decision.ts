import { addressBytes, unmapped } from './address.ts';
import { parseCidr } from './cidr.ts';
import type { Cidr } from './cidr.ts';

/** A rule as it is stored and shared. */
export interface StoredIpRule {
  id: string;
  action: 'allow' | 'deny';
  cidr: string;
  /** RFC 3339, or null: never. */
  expiresAt: string | null;
}

/** A rule ready to be asked. */
export interface IpRule {
  id: string;
  action: 'allow' | 'deny';
  network: Cidr;
  /** Milliseconds since the epoch; Infinity: never. */
  expiresAtMs: number;
}

/** What the rules say of an address, and the rule that said it (null: none matched). */
export interface IpDecision {
  decision: 'allow' | 'deny';
  ruleId: string | null;
}

/** Parses a stored rule once, so that asking costs microseconds. Throws as `parseCidr`. */
export const ipRule = ({ id, action, cidr, expiresAt }: StoredIpRule): IpRule => ({
  id,
  action,
  network: parseCidr(cidr),
  expiresAtMs: expiresAt === null ? Infinity : Date.parse(expiresAt),
});

/**
 * A matching deny denies; without any allow rule all else is allowed; a matching allow allows; else deny. Prefix length
 * plays no part, expired rules do not count.
 * @param address as `clientAddress` gives it; `unknown`, or anything not an address, is denied where there is a rule
 */
export const decide = (rules: readonly IpRule[], address: string, now: Date): IpDecision => {
  const live = rules.filter((rule) => rule.expiresAtMs > now.getTime());
  if (live.length === 0) return { decision: 'allow', ruleId: null };
  const written = addressBytes(address);
  if (written === null) return { decision: 'deny', ruleId: null };
  const bytes = unmapped(written);
  const match = (action: IpRule['action']): IpRule | undefined =>
    live.find((rule) => rule.action === action && rule.network.contains(bytes));
  const denied = match('deny');
  if (denied !== undefined) return { decision: 'deny', ruleId: denied.id };
  if (!live.some((rule) => rule.action === 'allow')) return { decision: 'allow', ruleId: null };
  const allowed = match('allow');
  return { decision: allowed === undefined ? 'deny' : 'allow', ruleId: allowed?.id ?? null };
};
