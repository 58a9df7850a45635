const maxLength = 63;

/**
 * Derives a slug from a name: ASCII letters and digits, with hyphens between words; `organization`
 * if nothing is left.
 */
export function slugFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
  return plain || 'organization';
}

/** The first of `base`, `base-2`, `base-3` … that is not taken. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  for (let n = 2; ; n++) {
    const suffix = `-${n}`;
    const slug = base.slice(0, maxLength - suffix.length).replace(/-+$/, '') + suffix;
    if (!taken.has(slug)) return slug;
  }
}
