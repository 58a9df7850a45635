import { defaultTenantId } from '@platform/contracts';
import type { ApiSigningAlg } from '@platform/contracts';

/** The key families: for access tokens, for ID tokens and security events, and for documents that must verify for years. */
export const families = ['ES256', 'RS256', 'documents'] as const;

export type Family = (typeof families)[number];

/** The families of the platform, and that of the keys that sign tokens for APIs of one tenant. */
export type KeyFamily = Family | 'resource';

/** Keys that follow one another: those of a family, and of an algorithm if the family has several. */
export interface KeyLine {
  tenantId: string;
  family: KeyFamily;
  alg: ApiSigningAlg;
}

/** The keys of a family of the platform. */
export const platformLine = (family: Family): KeyLine => ({
  tenantId: defaultTenantId,
  family,
  alg: family === 'ES256' ? 'ES256' : 'RS256',
});

/** The times of a key, in epoch milliseconds. They determine its state. */
export interface KeyTimes {
  activatesAt: number;
  retiresAt: number | null;
  removesAt: number | null;
}

export type KeyState = 'pre_published' | 'active' | 'retired' | 'removed';

const hour = 3_600_000;

/** How long a key is published before it signs, and after it has last signed. */
export const prePublishedMs = hour;
export const retiredMs = 2 * hour;

export function keyStateOf({ activatesAt, retiresAt, removesAt }: KeyTimes, now: number): KeyState {
  if (removesAt !== null && now >= removesAt) return 'removed';
  if (retiresAt !== null && now >= retiresAt) return 'retired';
  return now >= activatesAt ? 'active' : 'pre_published';
}

/** Returns when the state of a key next changes; `Infinity` if it no longer does. */
export const nextChange = ({ activatesAt, retiresAt, removesAt }: KeyTimes, now: number): number =>
  Math.min(
    ...[activatesAt, retiresAt, removesAt].map((at) => (at !== null && at > now ? at : Infinity)),
  );

/** The key that a family needs next: none, a first key immediately, or a successor of its active key. */
export type NextKey =
  { kind: 'none' } | { kind: 'first' } | { kind: 'successor'; activatesAt: number };

export function nextKey(keys: readonly KeyTimes[], now: number, rotationMs: number): NextKey {
  const live = keys.filter((key) => ['pre_published', 'active'].includes(keyStateOf(key, now)));
  const active = live.find((key) => keyStateOf(key, now) === 'active');
  const hasNext = live.some((key) => keyStateOf(key, now) === 'pre_published');
  if (!active) return hasNext ? { kind: 'none' } : { kind: 'first' };
  if (hasNext) return { kind: 'none' };
  const due = active.activatesAt + rotationMs;
  const lead = Math.min(prePublishedMs, rotationMs / 2);
  return now < due - lead
    ? { kind: 'none' }
    : { kind: 'successor', activatesAt: Math.max(due, now + lead) };
}
