/** Identifiers that a tenant has chosen: it may record consents under them, and events then have them as their subject. */
const chosen: ReadonlySet<string> = new Set(['external_id', 'consent_subject']);

/** The keys of a person that a tenant has chosen, each once. */
export const subjectKeysOf = (
  identifiers: readonly { type?: string; value?: string }[],
): string[] => [
  ...new Set(
    identifiers.flatMap(({ type = '', value }) => (chosen.has(type) && value ? [value] : [])),
  ),
];

/** Replaces the key of an erased person in an event. */
export const erasedKey = 'erased';
