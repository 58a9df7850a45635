/** The value that a JSON Pointer (RFC 6901) leads to; undefined where it leads nowhere. */
export function valueAt(document: unknown, pointer: string): unknown {
  return pointer.split('/').slice(1).reduce<unknown>((node, part) => {
    if (typeof node !== 'object' || node === null) return undefined;
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(node) && !/^(?:0|[1-9][0-9]*)$/.test(name)) return undefined;
    return Object.hasOwn(node, name) ? (node as Record<string, unknown>)[name] : undefined;
  }, document);
}
