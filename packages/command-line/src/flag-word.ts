/** The form of a property's name in a flag: `givenName` → `given-name`. */
export const flagWord = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
