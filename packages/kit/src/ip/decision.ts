import { addressBytes, unmapped } from './address.ts';
import { parseCidr } from './cidr.ts';
import type { Cidr } from './cidr.ts';

/** A rule in its stored and shared form. */
export interface StoredIpRule {
  id: string;
  action: 'allow' | 'deny';
  cidr: string;
  /** RFC 3339, or null: never. */
  expiresAt: string | null;
}

/** A parsed rule. */
export interface IpRule {
  id: string;
  action: 'allow' | 'deny';
  network: Cidr;
  /** Milliseconds since the epoch; Infinity: never. */
  expiresAtMs: number;
}

/** The result of the rules for an address, and the rule that decided (null: none matched). */
export interface IpDecision {
  decision: 'allow' | 'deny';
  ruleId: string | null;
}

/**
 * Parses a stored rule once, so that a decision takes microseconds.
 * @throws as `parseCidr`
 */
export const ipRule = ({ id, action, cidr, expiresAt }: StoredIpRule): IpRule => ({
  id,
  action,
  network: parseCidr(cidr),
  expiresAtMs: expiresAt === null ? Infinity : Date.parse(expiresAt),
});

/**
 * Decides on an address. A matching deny rule denies; without any allow rule everything else is
 * allowed; a matching allow rule allows; otherwise denies. Prefix length does not matter; expired
 * rules are ignored.
 * @param address as returned by `clientAddress`; `unknown`, or anything but an address, is denied
 * if there is any rule
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
