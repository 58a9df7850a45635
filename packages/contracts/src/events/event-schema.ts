import { z } from 'zod';
import { eventCatalog } from './catalog.ts';
import type { EventTypeName } from './catalog.ts';

const made = new Map<EventTypeName, Record<string, unknown>>();

/** Returns the self-contained JSON Schema 2020-12 of `data` of this type. */
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
