/** What react-hook-form says about changed fields: `true` where a value differs from its default. */
export type DirtyFields = { readonly [name: string]: unknown };

/** A JSON Merge Patch (RFC 7396). */
export type MergePatch = { [name: string]: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether anything below is changed: arrays have a mark for each of their items. */
function isDirty(dirty: unknown): boolean {
  if (Array.isArray(dirty)) return dirty.some(isDirty);
  if (isObject(dirty)) return Object.values(dirty).some(isDirty);
  return dirty === true;
}

/** A value as a patch has it: `undefined` is absent in JSON, and `null` removes a member. */
const patchValue = (value: unknown): unknown => (value === undefined ? null : value);

/** The merge patch of the changed fields. An array is replaced as a whole, because a merge patch knows no items. */
export function mergePatch(values: Record<string, unknown>, dirty: DirtyFields): MergePatch {
  const patch: MergePatch = {};
  for (const [name, mark] of Object.entries(dirty)) {
    if (!isDirty(mark)) continue;
    const value = values[name];
    patch[name] = isObject(mark) && isObject(value) ? mergePatch(value, mark) : patchValue(value);
  }
  return patch;
}

/** The number of changed fields; an array counts as one. */
export function countChanges(dirty: DirtyFields): number {
  let count = 0;
  for (const mark of Object.values(dirty)) {
    if (!isDirty(mark)) continue;
    count += isObject(mark) ? countChanges(mark) : 1;
  }
  return count;
}
