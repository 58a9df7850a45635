/** The comparison key of a name in a directory, also used for prefix search. Case-insensitive. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();
