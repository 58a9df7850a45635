import { isJsonObject } from '@platform/kit/formats';
import { problem } from '@platform/kit/problem';
import { scimError } from '../scim-error.ts';

export interface PatchOperation {
  op: 'add' | 'remove' | 'replace';
  path: string | undefined;
  /** Undefined if the operation has none. */
  value: unknown;
}

const maxOperations = 1_000;
const kinds: ReadonlySet<string> = new Set(['add', 'remove', 'replace']);

const member = (object: Record<string, unknown>, name: string): unknown => {
  const key = Object.keys(object).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : object[key];
};

function patchOperation(given: unknown): PatchOperation {
  if (!isJsonObject(given)) throw scimError('invalidSyntax', 'Each operation must be an object');
  const named = member(given, 'op');
  const op = typeof named === 'string' ? named.toLowerCase() : '';
  if (!kinds.has(op)) throw scimError('invalidSyntax', 'op must be add, remove or replace');
  const path = member(given, 'path');
  const value = member(given, 'value');
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw scimError('invalidPath', 'path must be a string');
  if (op === 'remove' && !path) throw scimError('noTarget', 'The operation remove requires a path');
  if (op !== 'remove' && value === undefined)
    throw scimError('invalidValue', `The operation ${op} requires a value`);
  return { op: op as PatchOperation['op'], path: path || undefined, value };
}

/** The operations of a PATCH body (RFC 7644 §3.5.2). Names and `op` are case-insensitive. */
export function patchOperations(body: Record<string, unknown>): PatchOperation[] {
  const given = member(body, 'operations');
  if (!Array.isArray(given) || given.length === 0)
    throw scimError('invalidSyntax', 'Operations must be a list of operations');
  if (given.length > maxOperations)
    throw problem('payload_too_large', {
      detail: `A request can have at most ${maxOperations} operations`,
    });
  return given.map(patchOperation);
}
