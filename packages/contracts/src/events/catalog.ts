import { contextEvents } from '../contexts/events.ts';
import { auditEvents } from './audit-events.ts';
import type { EventType } from './event.ts';

/** Every type of event that the platform emits, by name. */
export const eventCatalog = { ...contextEvents, ...auditEvents };

/** A name of the catalog. */
export type EventTypeName = keyof typeof eventCatalog;

/** Returns the catalog entry of a name; undefined if there is none. */
export const findEventType = (name: string): EventType | undefined =>
  Object.hasOwn(eventCatalog, name) ? (eventCatalog as Record<string, EventType>)[name] : undefined;
