import type { Finding } from './finding.ts';

/** A place in a document that is being read: its value, the path to it, and the findings of the whole document. */
export interface JsonPlace {
  value: unknown;
  path: Finding['path'];
  findings: Finding[];
}

/** A place whose members are read by name. */
export interface JsonObjectPlace extends JsonPlace {
  value: Record<string, unknown>;
}

/** Adds a finding about this place. */
export function reportAt(
  { path, findings }: JsonPlace,
  detail: string,
  code: Finding['code'] = 'invalid_format',
): void {
  findings.push({ path, code, detail });
}

const reportKind = (place: JsonPlace, detail: string): void =>
  reportAt(place, detail, place.value === undefined ? 'required' : 'invalid_format');

/** What the place leads to under a name or an index. */
const placeUnder = (
  { path, findings }: JsonPlace,
  name: string | number,
  value: unknown,
): JsonPlace => ({ value, path: [...path, name], findings });

/** True unless the value is absent or null. */
export const isGivenAt = ({ value }: JsonPlace): boolean => value !== undefined && value !== null;

/** An object that has only these members, or any if none are listed. Anything else is reported and read as an empty object. */
export function objectAt(place: JsonPlace, known: readonly string[] = []): JsonObjectPlace {
  const { value } = place;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    reportKind(place, 'must be an object');
    return { ...place, value: {} };
  }
  for (const [name, member] of Object.entries(value))
    if (known.length > 0 && !known.includes(name))
      reportAt(placeUnder(place, name, member), 'is not a known property', 'unknown_member');
  return place as JsonObjectPlace;
}

/** As {@link objectAt}; what is absent or null is an object without members. */
export const optionalObjectAt = (place: JsonPlace, known?: readonly string[]): JsonObjectPlace =>
  isGivenAt(place) ? objectAt(place, known) : { ...place, value: {} };

/** The place of a member, which may be absent. */
export const memberAt = (object: JsonObjectPlace, name: string): JsonPlace =>
  placeUnder(object, name, object.value[name]);

/** A string. Anything else is reported and read as an empty one. */
export function textAt(place: JsonPlace): string {
  if (typeof place.value === 'string') return place.value;
  reportKind(place, 'must be a string');
  return '';
}

/** The items of a list that may be absent. */
export function itemsAt(place: JsonPlace): JsonPlace[] {
  const { value } = place;
  if (Array.isArray(value)) return value.map((item, i) => placeUnder(place, i, item));
  if (value !== undefined) reportAt(place, 'must be a list');
  return [];
}

/** Every member, read. */
export function mapAt<T>(
  object: JsonObjectPlace,
  read: (place: JsonPlace, name: string) => T,
): Record<string, T> {
  const names = Object.keys(object.value);
  return Object.fromEntries(names.map((name) => [name, read(memberAt(object, name), name)]));
}
