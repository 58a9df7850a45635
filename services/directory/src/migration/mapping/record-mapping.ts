import type { MigrationMappingInput } from '@platform/contracts';
import { transformOf } from './transforms.ts';

/** The error of one member of a record. */
export interface RowProblem {
  pointer: string | null;
  code: string;
  detail: string;
}

/** A record as an imported user, not yet validated. */
export interface MappedRecord {
  user: Record<string, unknown>;
  problems: RowProblem[];
}

export type MapRecord = (record: unknown) => MappedRecord;

const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at a JSON Pointer. Reads own members only, so that no name reaches a prototype. */
function valueAt(record: unknown, tokens: readonly string[]): unknown {
  let node: unknown = record;
  for (const token of tokens) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, token)) return undefined;
    node = (node as Record<string, unknown>)[token];
  }
  return node;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

function compiled({
  target,
  source,
  transform = [],
  default: fallback,
  required,
}: MigrationMappingInput) {
  const from = tokensOf(source);
  const steps = transform.map(transformOf);
  const [member = '', inner] = tokensOf(target);
  return {
    target,
    member,
    inner,
    required,
    read(record: unknown): unknown {
      const value = steps.reduce((one, step) => step(one), valueAt(record, from));
      return isAbsent(value) ? fallback : value;
    },
  };
}

/**
 * Compiles a mapping. Omits absent values, so that an update changes only what the source has, and
 * combines the members of `name` and `metadata`.
 */
export function recordMapping(mapping: readonly MigrationMappingInput[]): MapRecord {
  const lines = mapping.map(compiled);
  return (record) => {
    const members = new Map<string, unknown>();
    const nested = new Map<string, [string, unknown][]>();
    const problems: RowProblem[] = [];
    for (const { target, member, inner, required, read } of lines) {
      const value = read(record);
      if (isAbsent(value)) {
        if (required) problems.push({ pointer: target, code: 'required', detail: 'is required' });
      } else if (inner === undefined) members.set(member, value);
      else nested.set(member, [...(nested.get(member) ?? []), [inner, value]]);
    }
    for (const [member, entries] of nested) {
      const whole = members.get(member);
      const base = typeof whole === 'object' && whole !== null ? Object.entries(whole) : [];
      members.set(member, Object.fromEntries([...base, ...entries]));
    }
    return { user: Object.fromEntries(members), problems };
  };
}

/** Records that already have the form of users. */
export const unmappedRecord: MapRecord = (record) =>
  typeof record === 'object' && record !== null && !Array.isArray(record)
    ? { user: record as Record<string, unknown>, problems: [] }
    : {
        user: {},
        problems: [{ pointer: '', code: 'invalid_format', detail: 'must be an object' }],
      };
