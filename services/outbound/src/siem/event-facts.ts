import { isIP } from 'node:net';
import { findEventType } from '@platform/contracts';
import type { EventType, PlatformEvent } from '@platform/contracts';

/** The data of an event that formats use besides its own members. */
export interface EventFacts {
  severity: EventType['severity'];
  description: string;
  /** Set for audit records, and for events about something that can fail. */
  outcome: 'success' | 'failure' | 'denied' | undefined;
  /** The address of the actor. */
  ip: string | undefined;
  userAgent: string | undefined;
  requestId: string | undefined;
  operationId: string | undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function outcomeOf({ type, data }: PlatformEvent): EventFacts['outcome'] {
  const { outcome } = data;
  if (outcome === 'success' || outcome === 'failure' || outcome === 'denied') return outcome;
  if (type.endsWith('_failed')) return 'failure';
  return type === 'user.signed_in' || type === 'federation.login_succeeded' ? 'success' : undefined;
}

/** Reads an event for the formats. */
export function eventFacts(event: PlatformEvent): EventFacts {
  const { type, data } = event;
  const entry = findEventType(type);
  const outcome = outcomeOf(event);
  const ip = textOf(data['sourceIp']) ?? textOf(data['ip']);
  return {
    // A denied or failed write is more severe than a successful one.
    severity:
      entry?.channel === 'audit' && outcome === 'denied' ? 'medium' : (entry?.severity ?? 'low'),
    description: entry?.description ?? type,
    outcome,
    ip: ip !== undefined && isIP(ip) !== 0 ? ip : undefined,
    userAgent: textOf(data['userAgent']),
    requestId: textOf(data['requestId']),
    operationId: textOf(data['operationId']),
  };
}
