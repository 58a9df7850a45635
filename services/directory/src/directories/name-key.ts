/** A name in a directory as it is compared, and searched by its beginning: case does not count. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();
