import type {
  CompiledModel,
  CompiledRelation,
  Rewrite,
  TypeRestriction,
} from '../models/compiled-model.ts';
import type { ClosureEdges, ScanForm, SubjectClass } from '../reading/tuple-reader.ts';

/** The plan of a relation, computed from the model alone. */
export interface RelationPlan {
  relation: CompiledRelation;
  hasDirect: boolean;
  /** Forms of subject that its tuples may have; stored tuples of other forms are ignored. */
  forms: ReadonlyMap<SubjectClass, ScanForm>;
  /** Usersets that have to be followed from the object's side, and those that need not. */
  followed: readonly ScanForm[];
  closable: readonly ScanForm[];
  tuplesets: readonly { tupleset: string; computed: string }[];
  /** Relations of the same object that it computes from, itself included: they are read together. */
  together: readonly string[];
}

/** Of a model: the plans of its relations, and how a subject's usersets are found. */
export interface ModelPlan {
  relation(type: string, relation: string): RelationPlan | undefined;
  isClosable(type: string, relation: string): boolean;
  closure: ClosureEdges;
  /** Every `type#relation` whose tuples can put a subject into a userset of its closure. */
  closureRelations: ReadonlySet<string>;
}

/** The form of subject that a restriction names. */
export const restrictionClass = ({ type, relation, wildcard }: TypeRestriction): SubjectClass => {
  if (relation !== undefined) return `${type}#${relation}`;
  return wildcard ? `${type}:*` : type;
};

/** Every node of a rewrite. */
export function* rewriteNodes(rewrite: Rewrite): Generator<Rewrite> {
  yield rewrite;
  if (rewrite.kind === 'union' || rewrite.kind === 'intersection')
    for (const child of rewrite.children) yield* rewriteNodes(child);
  if (rewrite.kind === 'exclusion') {
    yield* rewriteNodes(rewrite.base);
    yield* rewriteNodes(rewrite.subtract);
  }
}

const isUnionOfDirect = (rewrite: Rewrite): boolean =>
  [...rewriteNodes(rewrite)].every(
    ({ kind }) => kind === 'this' || kind === 'computed' || kind === 'union',
  );

/** Hops from a relation to each that it computes from, itself at 0. */
function computedFrom(
  relations: ReadonlyMap<string, CompiledRelation>,
  start: string,
): Map<string, number> {
  const hops = new Map([[start, 0]]);
  for (const [name, distance] of hops) {
    const found = relations.get(name);
    if (!found) continue;
    for (const node of rewriteNodes(found.rewrite))
      if (node.kind === 'computed' && !hops.has(node.relation))
        hops.set(node.relation, distance + 1);
  }
  return hops;
}

/** Relations that are unions of unconditional direct relations, through usersets of the same kind (cycles allowed). */
function closableRelations(model: CompiledModel): Set<string> {
  const closable = new Set<string>();
  for (const type of model.types.values())
    for (const name of type.relations.keys()) closable.add(`${type.name}#${name}`);
  for (let size = -1; size !== closable.size;) {
    size = closable.size;
    for (const type of model.types.values()) {
      for (const { name, rewrite, restrictions } of type.relations.values()) {
        const direct = [...rewriteNodes(rewrite)].some(({ kind }) => kind === 'this');
        const fits =
          isUnionOfDirect(rewrite) &&
          [...rewriteNodes(rewrite)].every(
            (node) => node.kind !== 'computed' || closable.has(`${type.name}#${node.relation}`),
          ) &&
          (!direct ||
            restrictions.every(
              (r) =>
                r.condition === undefined &&
                (r.relation === undefined || closable.has(`${r.type}#${r.relation}`)),
            ));
        if (!fits) closable.delete(`${type.name}#${name}`);
      }
    }
  }
  return closable;
}

function closureEdges(model: CompiledModel, closable: ReadonlySet<string>): ClosureEdges {
  const tuples: { type: string; relation: string; subject: SubjectClass }[] = [];
  const computed: { type: string; relation: string; into: string; hops: number }[] = [];
  // Only usersets that some relation admits are worth finding.
  const admitted = new Set(
    [...model.types.values()].flatMap((t) =>
      [...t.relations.values()].flatMap((r) =>
        r.restrictions.filter((x) => x.relation).map((x) => `${x.type}#${x.relation}`),
      ),
    ),
  );
  for (const { name: type, relations } of model.types.values()) {
    const used = new Set<string>();
    for (const into of relations.keys()) {
      if (!closable.has(`${type}#${into}`) || !admitted.has(`${type}#${into}`)) continue;
      for (const [relation, hops] of computedFrom(relations, into)) {
        computed.push({ type, relation, into, hops });
        used.add(relation);
      }
    }
    for (const relation of used) {
      const found = relations.get(relation) as CompiledRelation;
      if (![...rewriteNodes(found.rewrite)].some(({ kind }) => kind === 'this')) continue;
      for (const restriction of found.restrictions)
        tuples.push({ type, relation, subject: restrictionClass(restriction) });
    }
  }
  return { tuples, computed };
}

function formsOf(restrictions: readonly TypeRestriction[]): Map<SubjectClass, ScanForm> {
  const forms = new Map<SubjectClass, ScanForm>();
  for (const r of restrictions) {
    const known = forms.get(restrictionClass(r))?.conditions ?? [];
    forms.set(restrictionClass(r), {
      type: r.type,
      relation: r.relation ?? '',
      wildcard: r.wildcard,
      conditions: [...known, r.condition],
    });
  }
  return forms;
}

function planRelation(
  model: CompiledModel,
  type: string,
  relation: CompiledRelation,
  closable: ReadonlySet<string>,
): RelationPlan {
  const nodes = [...rewriteNodes(relation.rewrite)];
  const hasDirect = nodes.some(({ kind }) => kind === 'this');
  const forms = formsOf(hasDirect ? relation.restrictions : []);
  const usersets = [...forms].filter(([, form]) => form.relation !== '');
  return {
    relation,
    hasDirect,
    forms,
    followed: usersets.filter(([key]) => !closable.has(key)).map(([, form]) => form),
    closable: usersets.filter(([key]) => closable.has(key)).map(([, form]) => form),
    tuplesets: nodes.flatMap((node) =>
      node.kind === 'tupleToUserset' ? [{ tupleset: node.tupleset, computed: node.computed }] : [],
    ),
    together: [
      ...computedFrom(model.types.get(type)?.relations ?? new Map(), relation.name).keys(),
    ],
  };
}

const plans = new WeakMap<CompiledModel, ModelPlan>();

/** The plan of a model, made once. */
export function planOf(model: CompiledModel): ModelPlan {
  const made = plans.get(model);
  if (made) return made;
  const closable = closableRelations(model);
  const relations = new Map<string, Map<string, RelationPlan>>();
  for (const type of model.types.values())
    relations.set(
      type.name,
      new Map(
        [...type.relations.values()].map((relation) => [
          relation.name,
          planRelation(model, type.name, relation, closable),
        ]),
      ),
    );
  const closure = closureEdges(model, closable);
  const plan: ModelPlan = {
    relation: (type, relation) => relations.get(type)?.get(relation),
    isClosable: (type, relation) => closable.has(`${type}#${relation}`),
    closure,
    closureRelations: new Set(closure.tuples.map((edge) => `${edge.type}#${edge.relation}`)),
  };
  plans.set(model, plan);
  return plan;
}
