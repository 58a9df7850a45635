import { eventCatalog } from './catalog.ts';
import type { EventTypeName } from './catalog.ts';
import type { EventType, PlatformEvent } from './event.ts';

const isNamed = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string';

/**
 * Builds an event of this type as receivers might get it, for the reference and for tests of
 * endpoints.
 */
export function exampleEvent(
  type: EventTypeName,
  {
    id = 'evt_01m7vqhvjvfabr24pa3eywnyp2',
    occurredAt = '2026-11-20T05:41:00.123Z',
  }: { id?: string; occurredAt?: string } = {},
): PlatformEvent {
  const entry: EventType = eventCatalog[type];
  const subjectId =
    entry.exampleSubjectId ?? Object.values(entry.example).find(isNamed)?.id ?? 'unknown';
  return {
    id,
    type,
    occurredAt,
    actor: { type: 'client', id: 'console' },
    organizationId: null,
    subject: { type: entry.subject, id: subjectId },
    data: entry.example,
    schemaVersion: entry.schemaVersion,
  };
}
