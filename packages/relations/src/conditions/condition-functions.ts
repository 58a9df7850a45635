import { CelScalar, celEnv, celFunc, celMethod, listType } from '@bufbuild/cel';
import type { CelEnv } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { ipAddress, isInCidr, maxItems } from './condition-value.ts';

const { STRING, INT, BOOL } = CelScalar;
const strList = listType(STRING);

/** At most as many parts as a list may have items: within a comprehension, more would take seconds. */
function split(text: string, separator: string, limit = -1n): string[] {
  if (limit === 0n) return [];
  const parts = separator === '' ? [...text] : text.split(separator);
  const wanted = limit < 0n ? parts.length : Number(limit);
  const kept =
    parts.length <= wanted
      ? parts
      : [...parts.slice(0, wanted - 1), parts.slice(wanted - 1).join(separator)];
  if (kept.length > maxItems) throw new Error(`split gives more than ${maxItems} parts`);
  return kept;
}

/** The environment of conditions: CEL, its strings extension, and OpenFGA's addresses. */
export const conditionEnv: CelEnv = celEnv({
  funcs: [
    ...strings.filter(({ name }) => name !== 'split'),
    celMethod('split', STRING, [STRING], strList, function splitAll(this: string, separator) {
      return split(this, separator);
    }),
    celMethod('split', STRING, [STRING, INT], strList, function splitSome(this: string, by, limit) {
      return split(this, by, limit);
    }),
    celFunc('ipaddress', [STRING], STRING, ipAddress),
    celMethod('in_cidr', STRING, [STRING], BOOL, function inCidr(this: string, cidr: string) {
      return isInCidr(ipAddress(this), cidr);
    }),
  ],
});

/** Whether a function of this name and form exists. Operators are part of the language. */
export function isCallable(name: string, argumentCount: number, hasTarget: boolean): boolean {
  if (!/^[A-Za-z]/.test(name)) return true;
  return [...(conditionEnv.funcs.find(name) ?? [])].some(
    (func) => func.arguments.length === argumentCount && (func.target !== undefined) === hasTarget,
  );
}
