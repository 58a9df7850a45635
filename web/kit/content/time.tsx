import { Button } from 'react-aria-components';
import type { IntlShape } from 'react-intl';
import { Tooltip } from '../overlays/tooltip.tsx';
import { useFormats } from '../words/words-context.ts';
import { useNow } from './now.ts';
import { relativeTime } from './relative-time.ts';
import styles from './time.module.css';

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const exactFormat = {
  ...day,
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
} as const;

function inWords(formats: IntlShape, date: Date, now: Date): string {
  const relative = relativeTime(date, now);
  if (!relative) return formats.formatDate(date, day);
  return formats.formatRelativeTime(relative.value, relative.unit, { numeric: 'auto' });
}

/** A time as people say it, "2 hours ago"; hover and focus show it exactly, with its zone. In tables, use `ExactTime`. */
export function RelativeTime({ at }: { at: string | Date }) {
  const formats = useFormats();
  const now = useNow();
  const date = new Date(at);
  return (
    <Tooltip text={formats.formatDate(date, exactFormat)}>
      <Button className={styles['time']}>
        <time dateTime={date.toISOString()}>{inWords(formats, date, now)}</time>
      </Button>
    </Tooltip>
  );
}

/** A time to the minute, for tables. */
export function ExactTime({ at, isDate }: { at: string | Date; isDate?: boolean }) {
  const formats = useFormats();
  const date = new Date(at);
  const format = isDate ? day : ({ ...day, hour: 'numeric', minute: '2-digit' } as const);
  return <time dateTime={date.toISOString()}>{formats.formatDate(date, format)}</time>;
}
