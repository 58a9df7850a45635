import { complianceEvents } from '../compliance/events.ts';
import { directoryEvents } from '../directory/events.ts';
import { fgaEvents } from '../fga/events.ts';
import { hubEvents } from '../hub/events.ts';
import { identityFacadeEvents } from '../identity-facade/events.ts';
import { outboundEvents } from '../outbound/events.ts';
import { auditEvents } from './audit-events.ts';
import type { EventType } from './event.ts';

/** Every type of event that the platform emits, by its unique name. */
export const eventCatalog = {
  ...directoryEvents,
  ...identityFacadeEvents,
  ...hubEvents,
  ...complianceEvents,
  ...fgaEvents,
  ...outboundEvents,
  ...auditEvents,
};

/** A name of the catalog. */
export type EventTypeName = keyof typeof eventCatalog;

/** What the catalog says of a name; undefined for one that it does not hold. */
export const findEventType = (name: string): EventType | undefined =>
  Object.hasOwn(eventCatalog, name) ? (eventCatalog as Record<string, EventType>)[name] : undefined;
