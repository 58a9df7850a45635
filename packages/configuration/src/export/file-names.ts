const maxLength = 80;

const slug = (key: string): string =>
  key
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, maxLength) || 'unnamed';

/** Names a file for each key. Keys that only differ in other characters get a number. */
export function fileNames(keys: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const key of [...keys].sort()) {
    const base = slug(key);
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}-${number}`;
    taken.add(name);
    names.set(key, name);
  }
  return names;
}
