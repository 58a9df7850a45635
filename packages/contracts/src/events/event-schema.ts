import { z } from 'zod';
import { eventCatalog } from './catalog.ts';
import type { EventTypeName } from './catalog.ts';

const made = new Map<EventTypeName, Record<string, unknown>>();

/** JSON Schema 2020-12 of the `data` of this type, self-contained. */
export function eventDataSchema(type: EventTypeName): Record<string, unknown> {
  let schema = made.get(type);
  if (!schema)
    made.set(
      type,
      (schema = z.toJSONSchema(eventCatalog[type].data, {
        target: 'draft-2020-12',
        io: 'output',
        unrepresentable: 'any',
      })),
    );
  return schema;
}
