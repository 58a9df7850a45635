import type { PlatformEvent } from '@platform/contracts';
import { uuidOf } from '@platform/kit/ids';

/** A successful or failed sign-in to count. */
export interface LoginEvent {
  id: string;
  isSuccess: boolean;
  /** Milliseconds. */
  occurredAt: number;
  userId: string | undefined;
  clientId: string | undefined;
  method: string | undefined;
  connector: string | undefined;
  flowVersion: number | undefined;
  reason: string | undefined;
  acr: string | undefined;
  isSignUp: boolean;
  hasMfa: boolean;
}

const dayMs = 86_400_000;
const aheadMs = 5 * 60_000;

/** The start of a day in UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs) * dayMs;

/** The day within an event's id, which is a UUIDv7. */
export const dayOfId = (eventId: string): number =>
  dayOf(Number.parseInt(uuidOf('event', eventId).replaceAll('-', '').slice(0, 12), 16));

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 255) : undefined;

/** Reads the counted parts of an event. If a clock is ahead, its events count as now. */
export function loginEventOf(
  { id, type, occurredAt, subject, data }: PlatformEvent,
  now: number,
): LoginEvent {
  const at = Date.parse(occurredAt);
  const user = data['user'] as { id?: unknown } | null | undefined;
  const { flowVersion, amr } = data;
  return {
    id,
    isSuccess: type === 'user.signed_in',
    occurredAt: Number.isNaN(at) || at > now + aheadMs ? now : at,
    userId: text(user?.id) ?? (subject.type === 'user' ? text(subject.id) : undefined),
    clientId: text(data['clientId']),
    method: text(data['method']),
    connector: text(data['connector']),
    flowVersion: typeof flowVersion === 'number' ? flowVersion : undefined,
    reason: text(data['reason']),
    acr: text(data['acr']),
    isSignUp: data['signUp'] === true,
    hasMfa: Array.isArray(amr) && amr.includes('mfa'),
  };
}
