import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { WebhookEvent } from '@platform/sdk/verify';

/** Events that have been received, in a file of one event per line. In a database: a table whose key is the id of the event. */
export function openInbox(file: string) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const ids = new Set(lines.map((line) => (JSON.parse(line) as WebhookEvent).id));

  return {
    /** Returns false for an event that is already stored: events are delivered at least once. */
    add(event: WebhookEvent): boolean {
      if (ids.has(event.id)) return false;
      const descriptor = openSync(file, 'a');
      try {
        writeSync(descriptor, `${JSON.stringify(event)}\n`);
        // On the disk before the platform learns that it has been received.
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      ids.add(event.id);
      return true;
    },
  };
}
