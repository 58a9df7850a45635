import { z } from 'zod';
import { eventData, eventType } from './event.ts';
import type { EventType } from './event.ts';

/** A resource in an event that guarantees only its id; the owner may add members. */
export const named = z.looseObject({ id: z.string() });

/** Options of an outlined type in addition to its description. */
export interface OutlineMore extends Partial<Pick<EventType, 'severity' | 'subscribable'>> {
  /** Members of `data` besides the resource. */
  data?: Record<string, z.ZodType>;
  example?: Record<string, unknown>;
}

const camelCase = (kind: string): string =>
  kind.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Declares types whose `data` is `{ "<resource>": { id, … } }`. `prefix` is that of the example's
 * id; `resource` defaults to the subject's kind in camel case.
 */
export const outline =
  (
    emittedBy: EventType['emittedBy'],
    subject: string,
    prefix: string,
    {
      resource = camelCase(subject),
      ...fixed
    }: { resource?: string; exampleSubjectId?: string } = {},
  ) =>
  (description: string, { data = {}, example = {}, ...more }: OutlineMore = {}): EventType =>
    eventType({
      description,
      emittedBy,
      subject,
      data: eventData(resource, named, data),
      example: { [resource]: { id: `${prefix}_01m7vqhvjpfrhtg5g075cmmcw9` }, ...example },
      ...fixed,
      ...more,
    });

/** Severities, for `more`. */
export const medium = { severity: 'medium' } as const;
export const high = { severity: 'high' } as const;
