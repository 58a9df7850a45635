import { auditEvents } from './audit-events.ts';
import { directoryEvents } from './directory-events.ts';
import { hubEvents } from './hub-events.ts';
import { outboundEvents } from './outbound-events.ts';
import type { EventType } from './event.ts';

/** Every type of event that the platform emits, by name. One fact has one name. */
export const eventCatalog = { ...directoryEvents, ...hubEvents, ...outboundEvents, ...auditEvents };

/** A name of the catalog. */
export type EventTypeName = keyof typeof eventCatalog;

/** What the catalog says of a name; undefined for one that it does not hold. */
export const findEventType = (name: string): EventType | undefined =>
  Object.hasOwn(eventCatalog, name) ? (eventCatalog as Record<string, EventType>)[name] : undefined;
