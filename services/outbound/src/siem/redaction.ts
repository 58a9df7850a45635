import { createHmac } from 'node:crypto';
import type { PlatformEvent, SinkRedactionRules } from '@platform/contracts';

const masked = '***';

/**
 * Redacts members by name, at any depth. Hashes are HMACs with the sink's own key: equal values are
 * recognizable within a sink, and cannot be guessed without the key.
 */
export function redactor(
  { mode, fields }: SinkRedactionRules,
  hashKey: string,
): (event: PlatformEvent) => PlatformEvent {
  if (mode === 'none' || fields.length === 0) return (event) => event;
  const names = new Set(fields);
  const hidden = (value: unknown): string =>
    mode === 'mask'
      ? masked
      : createHmac('sha256', Buffer.from(hashKey, 'base64'))
          .update(typeof value === 'string' ? value : JSON.stringify(value))
          .digest('hex');

  function without(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(without);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        names.has(name) && inner !== null ? hidden(inner) : without(inner),
      ]),
    );
  }

  return (event) => {
    // Receivers recognize repeats by the id, and reject events without a time.
    const { id, type, occurredAt, schemaVersion } = event;
    return { ...(without(event) as PlatformEvent), id, type, occurredAt, schemaVersion };
  };
}
