/**
 * Identifiers chosen by a tenant: it can record consents under them, and they are the subject of
 * events then.
 */
const chosen: ReadonlySet<string> = new Set(['external_id', 'consent_subject']);

/** Returns the distinct keys of a person that a tenant has chosen. */
export const subjectKeysOf = (
  identifiers: readonly { type?: string; value?: string }[],
): string[] => [
  ...new Set(
    identifiers.flatMap(({ type = '', value }) => (chosen.has(type) && value ? [value] : [])),
  ),
];

/** Replaces the key of an erased person in an event. */
export const erasedKey = 'erased';
