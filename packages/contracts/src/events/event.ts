import { z } from 'zod';
import type { Actor } from '../principal.ts';
import type { ContextName } from '../services.ts';

/** An event, in the format shared by the Events API, webhooks, SIEM sinks and NATS. */
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

/**
 * Maximum length of ids in an event (of the event, actor, subject and organization), in UTF-16 code
 * units.
 */
export const maxEventIdLength = 255;

/** The catalog entry of one type of event. */
export interface EventType {
  description: string;
  severity: 'low' | 'medium' | 'high';
  emittedBy: ContextName | 'every service';
  /** Kind of the subject. */
  subject: string;
  /** Schema of `data`. */
  data: z.ZodType<Record<string, unknown>>;
  /**
   * Where it is published: `events` (Events API, webhooks), `audit` (audit channel only),
   * `platform` (between services only).
   */
  channel: 'events' | 'audit' | 'platform';
  /** Whether a webhook endpoint may subscribe to it. */
  subscribable: boolean;
  schemaVersion: number;
  deprecated: boolean;
  /** An example of `data`. */
  example: Record<string, unknown>;
  /** The subject's id in the example, if it is not that of the first resource. */
  exampleSubjectId?: string;
}

/** Declares one type; `more` overrides the defaults. */
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

/** Builds the schema `{ "<name>": resource, ...more }`, the usual form of the data of events. */
export const eventData = (
  name: string,
  resource: z.ZodType,
  more: Record<string, z.ZodType> = {},
): z.ZodType<Record<string, unknown>> => z.looseObject({ [name]: resource, ...more });

/** Returns the family of a type: `user` for `user.created`. */
export const familyOf = (type: string): string => type.slice(0, type.indexOf('.'));

/** Whether a subscription entry (`*`, `family.*` or a type) matches this type. */
export const matchesType = (entry: string, type: string): boolean =>
  entry === '*' ||
  entry === type ||
  (entry.endsWith('.*') && familyOf(type) === entry.slice(0, -2));
