/** The display name of a group as it is compared: case does not count. */
export const displayNameKey = (name: string): string => name.normalize('NFC').toLowerCase();
