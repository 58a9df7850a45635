import type { PlatformEvent, SinkFormatName } from '@platform/contracts';
import { formatCef } from './format-cef.ts';
import { ecsDocument } from './format-ecs.ts';
import { ocsfDocument } from './format-ocsf.ts';

/**
 * Serializes JSON on one line for any reader: some take U+0085, U+2028 and U+2029, which JSON does
 * not escape, for the end of a line.
 */
const jsonLine = (document: unknown): string =>
  JSON.stringify(document).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Formats an event as one line. */
export function formatted(format: SinkFormatName, event: PlatformEvent): string {
  switch (format) {
    case 'cef':
      return formatCef(event);
    case 'ecs':
      return jsonLine(ecsDocument(event));
    case 'ocsf':
      return jsonLine(ocsfDocument(event));
    case 'platform_json':
      return jsonLine(event);
  }
}
