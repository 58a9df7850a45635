import { eventCatalog, eventDataSchema, exampleEvent, familyOf } from '@platform/contracts';
import type { EventType, EventTypeName, eventOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';

type PublicType = [EventTypeName, EventType];

/** Every type that tenants can receive, by name. */
const publicTypes = (Object.entries(eventCatalog) as PublicType[])
  .filter(([, type]) => type.channel !== 'platform')
  .sort(([a], [b]) => (a < b ? -1 : 1));

const summaryOf = ([
  name,
  { description, severity, schemaVersion, deprecated, subscribable, emittedBy },
]: PublicType) => ({
  type: name,
  family: familyOf(name),
  description,
  severity,
  schemaVersion,
  deprecated,
  subscribable,
  emittedBy,
});

/** Handlers of the catalog. */
export const eventTypeHandlers = ({
  cursors,
}: {
  cursors: Cursors;
}): Handlers<Pick<typeof eventOperations, 'eventTypesList' | 'eventTypesGet'>> => ({
  eventTypesList({ principal: { tenantId }, query: { family, cursor, limit } }) {
    const bound = { tenantId, list: 'event-types', filters: { family } };
    const [after] = cursor ? (cursors.decode(bound, cursor) as [string]) : [''];
    const rows = publicTypes
      .filter(([name]) => name > after && (family === undefined || familyOf(name) === family))
      .slice(0, limit + 1);
    return cursors.page(bound, rows, limit, { position: ([name]) => [name], present: summaryOf });
  },

  eventTypesGet({ params }) {
    const found = publicTypes.find(([name]) => name === params.type);
    if (!found) throw problem('not_found');
    return {
      ...summaryOf(found),
      dataSchema: eventDataSchema(found[0]),
      example: exampleEvent(found[0]),
    };
  },
});
