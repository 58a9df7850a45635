const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Converts a path to an RFC 6901 pointer. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((p) => `/${escaped(String(p))}`).join('');

/** Converts an RFC 6901 pointer to the names and indexes on its path. */
export const pathOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
