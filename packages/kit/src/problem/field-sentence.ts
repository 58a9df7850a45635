import type { FieldError } from '@platform/contracts';

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

const maxNameLength = 120;

/** A property by its JSON Pointer as people write it: `/addresses/0/country` is `addresses[0].country`. A long one is cut. */
export function fieldName(pointer: string | undefined): string {
  if (!pointer) return 'The request body';
  const name = pointer
    .slice(1)
    .split('/')
    .map((part, i) => (/^\d+$/.test(part) ? `[${part}]` : `${i > 0 ? '.' : ''}${unescaped(part)}`))
    .join('');
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
}

/** One field error as a sentence. A detail that begins with a small letter is a predicate of the property; any other stands alone. */
export const fieldSentence = ({ pointer, detail }: FieldError): string =>
  pointer !== undefined && /^\p{Ll}/u.test(detail) ? `${fieldName(pointer)} ${detail}` : detail;

const shown = 3;

/** The first field errors as sentences, and how many more there are. */
export function fieldSentences(errors: readonly FieldError[]): string {
  const sentences = errors.slice(0, shown).map(fieldSentence).join('; ');
  return errors.length > shown ? `${sentences}; and ${errors.length - shown} more` : sentences;
}
