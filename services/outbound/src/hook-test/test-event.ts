import { findEventType, idPrefixes } from '@platform/contracts';
import type {
  Actor,
  IdKind,
  PlatformEvent,
  SiemSinkResource,
  WebhookEndpointResource,
} from '@platform/contracts';
import { newId } from '@platform/kit/ids';

const kinds = new Map(
  Object.entries(idPrefixes).map(([kind, prefix]) => [prefix as string, kind as IdKind]),
);

/** Replaces every platform id, equal ids by equal ones. */
function withNewIds(data: Record<string, unknown>): Record<string, unknown> {
  const replaced = new Map<string, string>();
  const json = JSON.stringify(data).replace(
    /\b([a-z]{3})_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g,
    (id, prefix: string) => {
      const kind = kinds.get(prefix);
      if (!kind) return id;
      const known = replaced.get(id) ?? newId(kind);
      replaced.set(id, known);
      return known;
    },
  );
  return JSON.parse(json) as Record<string, unknown>;
}

const idOf = (data: Record<string, unknown>): string | undefined => {
  const named = Object.values(data).find(
    (value): value is { id: string } => typeof (value as { id?: unknown } | null)?.id === 'string',
  );
  return named?.id;
};

/** Returns a fictitious event: about the endpoint itself, or the catalog's example with new ids. */
export function testEvent(
  type: string,
  { actor, endpoint, now }: { actor: Actor; endpoint: WebhookEndpointResource; now: number },
): PlatformEvent {
  const entry = findEventType(type);
  const data =
    type === 'webhook.test' || !entry ? { webhookEndpoint: endpoint } : withNewIds(entry.example);
  return {
    id: newId('event'),
    type,
    occurredAt: new Date(now).toISOString(),
    actor,
    organizationId: null,
    subject: { type: entry?.subject ?? 'webhook_endpoint', id: idOf(data) ?? endpoint.id },
    data,
    schemaVersion: entry?.schemaVersion ?? 1,
  };
}

/** Returns the event that the test of a sink sends. */
export const sinkTestEvent = ({
  actor,
  siemSink,
  now,
}: {
  actor: Actor;
  siemSink: SiemSinkResource;
  now: number;
}): PlatformEvent => ({
  id: newId('event'),
  type: 'siem.test',
  occurredAt: new Date(now).toISOString(),
  actor,
  organizationId: null,
  subject: { type: 'siem_sink', id: siemSink.id },
  data: { siemSink },
  schemaVersion: 1,
});
