import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const maxDepth = 8;

/** The value that a JSON Pointer (RFC 6901) leads to; undefined where it leads nowhere. */
export function valueAt(document: unknown, pointer: string): unknown {
  if (pointer === '') return document;
  if (!pointer.startsWith('/')) return undefined;
  return pointer.slice(1).split('/').reduce<unknown>((node, part) => {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null) return undefined;
    if (Array.isArray(node)) return /^(0|[1-9]\d*)$/.test(name) ? (node as unknown[])[Number(name)] : undefined;
    return Object.hasOwn(node, name) ? (node as Record<string, unknown>)[name] : undefined;
  }, document);
}

/** Can a token carry it? No name that reaches the prototype, no nesting that a claim has no use for. */
export function isCarriable(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= maxDepth) return false;
  return Object.entries(value).every(([name, member]) => !forbidden.has(name) && isCarriable(member, depth + 1));
}

/** Holds values against JSON Schemas 2020-12, formats on, nothing coerced. A schema that cannot be compiled is met by nothing. */
export function claimValidator() {
  const ajv = new Ajv2020({ strict: false, addUsedSchema: false, logger: false, validateSchema: false });
  (addFormats as unknown as typeof addFormats.default)(ajv);
  const compiled = new LRUCache<string, { validate: ValidateFunction | undefined }>({ max: 2_000 });
  const compile = (jsonSchema: string): ValidateFunction | undefined => {
    try {
      return ajv.compile(JSON.parse(jsonSchema) as object);
    } catch {
      return undefined;
    }
  };
  return function isValid(jsonSchema: string, value: unknown): boolean {
    let known = compiled.get(jsonSchema);
    if (!known) compiled.set(jsonSchema, (known = { validate: compile(jsonSchema) }));
    return known.validate?.(value) === true;
  };
}

/** See {@link claimValidator}. */
export type IsValidClaim = ReturnType<typeof claimValidator>;
