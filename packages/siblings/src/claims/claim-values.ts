import { maxClaimDepth } from '@platform/contracts';
import { parseJson, shapeFault } from '@platform/kit/http';

/**
 * Nesting levels of a response above the value of a claim: the response itself, and its `claims`.
 */
const levelsAbove = 2;

/**
 * Parses a response with claims: JSON, at most 10 levels deep, without names that reach the
 * prototype.
 * @throws as `parseJson`
 */
export const parseClaims = (body: Buffer): unknown => parseJson(body, maxClaimDepth);

/**
 * Whether a response `{ claims: { name: value } }` with this value is accepted by
 * {@link parseClaims}.
 */
export const isCarriable = (value: unknown): boolean =>
  shapeFault(value, maxClaimDepth - levelsAbove) === undefined;

/**
 * Returns the value at a JSON Pointer (RFC 6901); undefined if there is none, or the pointer is
 * invalid.
 */
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
