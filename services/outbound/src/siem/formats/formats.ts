import type { PlatformEvent, SinkFormatName } from '@platform/contracts';
import { formatCef } from './format-cef.ts';
import { ecsDocument } from './format-ecs.ts';
import { ocsfDocument } from './format-ocsf.ts';

/** Writes an event in a format, as one line: JSON escapes what would break it, CEF does so itself. */
export function formatted(format: SinkFormatName, event: PlatformEvent): string {
  switch (format) {
    case 'cef':
      return formatCef(event);
    case 'ecs':
      return JSON.stringify(ecsDocument(event));
    case 'ocsf':
      return JSON.stringify(ocsfDocument(event));
    case 'platform_json':
      return JSON.stringify(event);
  }
}
