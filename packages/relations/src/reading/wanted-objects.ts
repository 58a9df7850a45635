import { classOf } from './tuple-reader.ts';
import type {
  FormConditions,
  LevelReads,
  ObjectRelation,
  ReadAhead,
  Scan,
  ScanForm,
} from './tuple-reader.ts';

/** An object that a level reads: which of its relations, those of which all rows count, the sets that are looked for, rows of a scan. */
export interface WantedObject {
  type: string;
  id: string;
  relations: Set<string>;
  kept: Set<string>;
  sets: Set<number>;
  upTo: number;
}

interface OfRelation<I> {
  type: string;
  relation: string;
  item: I;
}

/** The parameters of a level's statement. An object's rows carry its index in `objects`, counted from 1. */
export interface WantedObjects {
  objects: WantedObject[];
  classes: OfRelation<string>[];
  forms: OfRelation<ScanForm>[];
}

/** Values by type and relation, or by type and id. */
type Nested<V> = Map<string, Map<string, V>>;

/** The value under two keys, made where there is none. */
function under<V>(map: Nested<V>, first: string, second: string, make: () => V): V {
  let inner = map.get(first);
  if (!inner) map.set(first, (inner = new Map()));
  let value = inner.get(second);
  if (value === undefined) inner.set(second, (value = make()));
  return value;
}

/** Every item of every type and relation. */
function flat<S, I>(map: Nested<S>, itemsOf: (value: S) => I[]): OfRelation<I>[] {
  const all: OfRelation<I>[] = [];
  for (const [type, inner] of map)
    for (const [relation, value] of inner)
      for (const item of itemsOf(value)) all.push({ type, relation, item });
  return all;
}

const distinctForms = (lists: Iterable<Scan['forms']>): ScanForm[] => [
  ...new Map(
    [...lists].flat().map((form) => [`${form.type}#${form.relation} ${form.wildcard}`, form]),
  ).values(),
];

/** Groups the reads of a level by object. */
export function wantedObjects({
  probes,
  scans,
}: Pick<LevelReads, 'probes' | 'scans'>): WantedObjects {
  const byId: Nested<WantedObject> = new Map();
  const objects: WantedObject[] = [];
  // Lists depend on the type and the relation alone, so most reads share the same list object.
  const classes: Nested<Set<readonly string[]>> = new Map();
  const forms: Nested<Set<Scan['forms']>> = new Map();
  const at = ({ objectType: type, objectId: id, relation }: ObjectRelation): WantedObject => {
    const object = under(byId, type, id, () => {
      const made = newObject(type, id);
      objects.push(made);
      return made;
    });
    object.relations.add(relation);
    return object;
  };
  for (const probe of probes) {
    at(probe).sets.add(probe.subjects);
    under(classes, probe.objectType, probe.relation, () => new Set()).add(probe.classes);
  }
  for (const scan of scans) {
    const object = at(scan);
    object.kept.add(scan.relation);
    object.upTo = Math.max(object.upTo, scan.limit);
    under(forms, scan.objectType, scan.relation, () => new Set()).add(scan.forms);
  }
  return {
    objects,
    classes: flat(classes, (lists) => [...new Set([...lists].flat())]),
    forms: flat(forms, distinctForms),
  };
}

const newObject = (type: string, id: string): WantedObject => ({
  type,
  id,
  relations: new Set(),
  kept: new Set(),
  sets: new Set(),
  upTo: 0,
});

/** The relations of each type of which all rows count, now or ahead. */
export function keptRelations(
  objects: readonly WantedObject[],
  kept: ReadAhead['kept'],
): Map<string, Set<string>> {
  const all = new Map([...kept].map(([type, relations]) => [type, new Set(relations)]));
  for (const object of objects) {
    const ofType = all.get(object.type) ?? new Set();
    all.set(object.type, ofType);
    for (const relation of object.kept) ofType.add(relation);
  }
  return all;
}

/** Names as one text: they contain no white space. */
export const namesText = (names: Iterable<string | number>): string => [...names].join(' ');
export const conditionsText = (conditions: FormConditions): string =>
  namesText(conditions.map((name) => name ?? '*'));

/** The parameters of a level, as its statement unnests them. */
export function levelColumns(
  { objects, classes, forms }: WantedObjects,
  subjects: LevelReads['subjects'],
): (string | number | boolean)[][] {
  const keys = subjects.flatMap((set, number) => set.map((key) => ({ key, number })));
  return [
    objects.map((o) => o.type),
    objects.map((o) => o.id),
    objects.map((o) => namesText(o.relations)),
    objects.map((o) => namesText(o.kept)),
    objects.map((o) => namesText(o.sets)),
    objects.map((o) => o.upTo),
    classes.map((c) => c.type),
    classes.map((c) => c.relation),
    classes.map((c) => c.item),
    forms.map((f) => f.type),
    forms.map((f) => f.relation),
    forms.map((f) => f.item.type),
    forms.map((f) => f.item.relation),
    forms.map((f) => f.item.wildcard),
    forms.map((f) => conditionsText(f.item.conditions)),
    keys.map((k) => k.number),
    keys.map((k) => classOf(k.key)),
    keys.map((k) => k.key.type),
    keys.map((k) => k.key.id),
    keys.map((k) => k.key.relation),
  ];
}
