import { maxClaimDepth } from '@platform/contracts';
import { parseJson, shapeFault } from '@platform/kit/http';

/** Levels of an answer above the value of a claim: the answer itself, and its `claims`. */
const levelsAbove = 2;

/** Reads an answer that holds claims: JSON, 10 levels deep at most, no name that reaches the prototype. @throws as `parseJson` */
export const parseClaims = (body: Buffer): unknown => parseJson(body, maxClaimDepth);

/** May an answer `{ claims: { name: value } }` carry this value, so that {@link parseClaims} takes it? */
export const isCarriable = (value: unknown): boolean =>
  shapeFault(value, maxClaimDepth - levelsAbove) === undefined;

/** The value that a JSON Pointer (RFC 6901) leads to; undefined where it leads nowhere, or is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  if (pointer === '') return document;
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((node, part) => {
      if (typeof node !== 'object' || node === null) return undefined;
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      if (Array.isArray(node) && !/^(?:0|[1-9][0-9]*)$/.test(name)) return undefined;
      return Object.hasOwn(node, name) ? (node as Record<string, unknown>)[name] : undefined;
    }, document);
}
