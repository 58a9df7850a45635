import { z } from 'zod';
import type { Actor } from '../principal.ts';
import type { ContextName } from '../services.ts';

/** An event, in the format that the Events API, webhooks, SIEM sinks and NATS share. */
export interface PlatformEvent {
  id: string;
  /** `family.event`, in the past tense. */
  type: string;
  /** RFC 3339, UTC, milliseconds. */
  occurredAt: string;
  actor: Actor;
  organizationId: string | null;
  subject: { type: string; id: string };
  data: Record<string, unknown>;
  schemaVersion: number;
}

/** How long an id in an event may be, in UTF-16 code units: of the event, its actor, its subject, its organization. */
export const maxEventIdLength = 255;

/** What the catalog says of one type of event. */
export interface EventType {
  description: string;
  severity: 'low' | 'medium' | 'high';
  emittedBy: ContextName | 'every service';
  /** Kind of the subject. */
  subject: string;
  /** Shape of `data`. */
  data: z.ZodType<Record<string, unknown>>;
  /** Where it goes: `events` (Events API, webhooks), `audit` (audit channel only), `platform` (between services only). */
  channel: 'events' | 'audit' | 'platform';
  /** May a webhook endpoint ask for it? */
  subscribable: boolean;
  schemaVersion: number;
  deprecated: boolean;
  /** An example of `data`. */
  example: Record<string, unknown>;
  /** The subject's id in the example, where it is not that of the first resource. */
  exampleSubjectId?: string;
}

/** Declares one type; what is not said is the usual. */
export const eventType = (
  type: Pick<EventType, 'description' | 'emittedBy' | 'subject' | 'data' | 'example'> &
    Partial<EventType>,
): EventType => ({
  severity: 'low',
  channel: 'events',
  subscribable: true,
  schemaVersion: 1,
  deprecated: false,
  ...type,
});

/** `{ "<name>": resource, ...more }`, the rule for the data of events. */
export const eventData = (
  name: string,
  resource: z.ZodType,
  more: Record<string, z.ZodType> = {},
): z.ZodType<Record<string, unknown>> => z.looseObject({ [name]: resource, ...more });

/** The family of a type: `user` of `user.created`. */
export const familyOf = (type: string): string => type.slice(0, type.indexOf('.'));

/** Does a subscription entry (`*`, `family.*` or a type) match this type? */
export const matchesType = (entry: string, type: string): boolean =>
  entry === '*' ||
  entry === type ||
  (entry.endsWith('.*') && familyOf(type) === entry.slice(0, -2));
