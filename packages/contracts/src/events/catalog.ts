import { contextEvents } from '../contexts/events.ts';
import { auditEvents } from './audit-events.ts';
import type { EventType } from './event.ts';

/** Every type of event that the platform emits, by its unique name. */
export const eventCatalog = { ...contextEvents, ...auditEvents };

/** A name of the catalog. */
export type EventTypeName = keyof typeof eventCatalog;

/** What the catalog says of a name; undefined for one that it does not hold. */
export const findEventType = (name: string): EventType | undefined =>
  Object.hasOwn(eventCatalog, name) ? (eventCatalog as Record<string, EventType>)[name] : undefined;
