import type { RelationReferenceJson, UsersetJson } from '../language/model-json.ts';
import type { DeclaredTypes } from './model-examination.ts';

/** Every `type#relation` from which some subject can be reached: a least fixed point. */
export function entryPoints(types: DeclaredTypes): ReadonlySet<string> {
  const found = new Set<string>();
  const reaches = (
    type: string,
    restrictions: readonly RelationReferenceJson[],
    userset: UsersetJson,
  ): boolean => {
    const within = (operand: UsersetJson): boolean => reaches(type, restrictions, operand);
    if (userset.computedUserset) return found.has(`${type}#${userset.computedUserset.relation}`);
    if (userset.tupleToUserset) {
      const { tupleset, computedUserset } = userset.tupleToUserset;
      return (types.get(type)?.get(tupleset.relation)?.restrictions ?? []).some((r) =>
        found.has(`${r.type}#${computedUserset.relation}`),
      );
    }
    if (userset.union) return userset.union.child.some(within);
    if (userset.intersection) return userset.intersection.child.every(within);
    if (userset.difference)
      return within(userset.difference.base) && within(userset.difference.subtract);
    return restrictions.some(
      (r) => r.relation === undefined || found.has(`${r.type}#${r.relation}`),
    );
  };
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const [type, relations] of types)
      for (const [name, declared] of relations)
        if (reaches(type, declared.restrictions, declared.userset)) found.add(`${type}#${name}`);
  }
  return found;
}
