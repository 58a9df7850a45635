const plain = /^[\w@%+:,./-]+$/;

/** A word of a POSIX shell: quoted unless it has nothing that a shell would interpret. */
export const shellQuote = (word: string): string =>
  plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
