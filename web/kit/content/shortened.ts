/** `usr_01h2…n02q` for `usr_01h2xcejqtf2nbrexx3vqjhp41`: prefix, beginning and end. */
export const shortened = (id: string): string =>
  id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
