import type { FieldError } from '@platform/contracts';

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

const maxNameLength = 120;

/**
 * Formats the JSON Pointer of a property for people: `/addresses/0/country` becomes
 * `addresses[0].country`. Truncates a long one.
 */
export function fieldName(pointer: string | undefined): string {
  if (!pointer) return 'The request body';
  const name = pointer
    .slice(1)
    .split('/')
    .map((part, i) => (/^\d+$/.test(part) ? `[${part}]` : `${i > 0 ? '.' : ''}${unescaped(part)}`))
    .join('');
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}

/**
 * Formats one field error as a sentence. A detail that begins with a lower-case letter is a
 * predicate of the property; any other is a sentence by itself.
 */
export const fieldSentence = ({ pointer, detail }: FieldError): string =>
  pointer !== undefined && /^\p{Ll}/u.test(detail) ? `${fieldName(pointer)} ${detail}` : detail;

const shown = 3;

/** Formats the first field errors as sentences, and states how many more there are. */
export function fieldSentences(errors: readonly FieldError[]): string {
  const sentences = errors.slice(0, shown).map(fieldSentence).join('; ');
  return errors.length > shown ? `${sentences}; and ${errors.length - shown} more` : sentences;
}
