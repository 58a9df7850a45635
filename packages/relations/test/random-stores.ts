import fc from 'fast-check';
import type { MemoryTuple } from '../src/reading/memory-reader.ts';
import { allowsSubject, compileModel, relationOf } from '../src/models/compiled-model.ts';
import type { CompiledModel } from '../src/models/compiled-model.ts';
import type {
  RelationReferenceJson,
  TypeDefinitionJson,
  UsersetJson,
} from '../src/language/model-json.ts';
import type { SubjectRef } from '../src/keys/tuple-key.ts';
import { keyText, parseObject, parseSubject } from '../src/keys/tuple-key.ts';

/** A model, tuples and a question, small enough to be looked at and tangled enough to go wrong. */
export interface RandomStore {
  model: CompiledModel;
  stored: MemoryTuple[];
  contextual: MemoryTuple[];
  subject: SubjectRef;
  context: { x: number };
}

const relations: Record<string, string[]> = {
  group: ['member', 'admin'],
  folder: ['viewer', 'blocked'],
  doc: ['viewer', 'editor', 'blocked'],
};
const forms: RelationReferenceJson[] = [
  { type: 'user' },
  { type: 'user', wildcard: {} },
  { type: 'group', relation: 'member' },
  { type: 'group', relation: 'admin' },
  { type: 'folder', relation: 'viewer' },
  { type: 'doc', relation: 'editor' },
  { type: 'user', condition: 'open' },
  { type: 'group', relation: 'member', condition: 'open' },
];

function rewrites(type: string): fc.Arbitrary<UsersetJson> {
  const own = relations[type] as string[];
  const leaf = fc.oneof<fc.Arbitrary<UsersetJson>[]>(
    fc.constant({ this: {} }),
    fc.constant({ this: {} }),
    fc.constantFrom(...own).map((relation) => ({ computedUserset: { relation } })),
    ...(type === 'group'
      ? []
      : [
          fc.constantFrom('viewer', 'blocked').map((relation) => ({
            tupleToUserset: { tupleset: { relation: 'parent' }, computedUserset: { relation } },
          })),
        ]),
  );
  return fc.letrec<{ r: UsersetJson }>((tie) => ({
    r: fc.oneof(
      { depthSize: 'xsmall', withCrossShrink: true },
      leaf,
      fc.array(tie('r'), { minLength: 2, maxLength: 3 }).map((child) => ({ union: { child } })),
      fc
        .array(tie('r'), { minLength: 2, maxLength: 2 })
        .map((child) => ({ intersection: { child } })),
      fc.tuple(tie('r'), tie('r')).map(([base, subtract]) => ({ difference: { base, subtract } })),
    ),
  })).r;
}

const definition = (type: string): fc.Arbitrary<TypeDefinitionJson> => {
  const names = relations[type] as string[];
  return fc
    .tuple(
      fc.tuple(...names.map(() => rewrites(type))),
      fc.tuple(...names.map(() => fc.subarray(forms, { minLength: 1 }))),
    )
    .map(([all, restrictions]) => ({
      type,
      relations: {
        ...Object.fromEntries(names.map((n, i) => [n, all[i] as UsersetJson])),
        ...(type === 'group' ? {} : { parent: { this: {} } }),
      },
      metadata: {
        relations: {
          ...Object.fromEntries(
            names.map((n, i) => [
              n,
              { directly_related_user_types: restrictions[i] as RelationReferenceJson[] },
            ]),
          ),
          parent: { directly_related_user_types: [{ type: 'folder' }] },
        },
      },
    }));
};

const models = fc.tuple(definition('group'), definition('folder'), definition('doc')).map((types) =>
  compileModel({
    schema_version: '1.1',
    type_definitions: [{ type: 'user' }, ...types],
    conditions: {
      open: {
        name: 'open',
        expression: 'x == 1',
        parameters: { x: { type_name: 'TYPE_NAME_INT' } },
      },
    },
  }),
);

const subjects = fc
  .constantFrom(
    'user:a',
    'user:b',
    'user:*',
    'group:1#member',
    'group:2#member',
    'group:1#admin',
    'folder:1#viewer',
    'doc:1#editor',
    'folder:1',
    'folder:2',
  )
  .map((s) => parseSubject(s) as SubjectRef);
const containers = fc.oneof(
  fc.tuple(fc.constantFrom('group:1', 'group:2', 'group:3'), fc.constantFrom('member', 'admin')),
  fc.tuple(fc.constantFrom('folder:1', 'folder:2'), fc.constantFrom('viewer', 'blocked', 'parent')),
  fc.tuple(
    fc.constantFrom('doc:1', 'doc:2'),
    fc.constantFrom('viewer', 'editor', 'blocked', 'parent'),
  ),
);
const conditions = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<{ name: string; context?: Record<string, unknown> }>(
      { name: 'open' },
      { name: 'open', context: { x: 0 } },
      { name: 'open', context: { x: 1 } },
    ),
  },
);
const tupleOf = ([[object, relation], subject, condition]: [
  [string, string],
  SubjectRef,
  MemoryTuple['condition'],
]): MemoryTuple => ({
  object: parseObject(object) as { type: string; id: string },
  relation,
  subject,
  ...(condition ? { condition } : {}),
});
const tuples = fc.tuple(containers, subjects, conditions).map(tupleOf);

export const stores: fc.Arbitrary<RandomStore> = fc.record({
  model: models,
  stored: fc.uniqueArray(tuples, { maxLength: 14, selector: keyText }),
  contextual: fc.oneof(
    fc.constant<MemoryTuple[]>([]),
    fc.uniqueArray(tuples, { maxLength: 3, selector: keyText }),
  ),
  subject: fc
    .constantFrom(
      'user:a',
      'user:a',
      'user:a',
      'user:*',
      'group:1#member',
      'group:1#admin',
      'folder:1',
    )
    .map((s) => parseSubject(s) as SubjectRef),
  context: fc.record({ x: fc.constantFrom(0, 1) }),
});

/** True when the model takes such a tuple. */
export const acceptsTuple =
  (model: CompiledModel) =>
  ({ object, relation, subject, condition }: MemoryTuple): boolean => {
    const held = relationOf(model, object.type, relation);
    return held !== undefined && allowsSubject(held, subject, condition?.name);
  };

const crowd = fc
  .constantFrom(
    ...['user', 'group', 'folder', 'robot'].flatMap((type) =>
      Array.from({ length: 6 }, (_, i) => `${type}:${i}`),
    ),
    ...Array.from({ length: 6 }, (_, i) => `group:${i}#member`),
    'robot:*',
    'doc:1#viewer',
  )
  .map((s) => parseSubject(s) as SubjectRef);
/** A store, and tuples that an earlier model, which took whatever one can write, left behind beside its own. */
export const aged: fc.Arbitrary<RandomStore & { left: MemoryTuple[] }> = fc
  .tuple(
    stores,
    fc.uniqueArray(
      fc
        .tuple(
          containers,
          fc.oneof(subjects, crowd, crowd),
          fc.oneof(conditions, fc.constant({ name: 'gone' })),
        )
        .map(tupleOf),
      { minLength: 10, maxLength: 60, size: 'max', selector: keyText },
    ),
  )
  .map(([store, more]) => {
    const stored = store.stored.filter(acceptsTuple(store.model));
    const keys = new Set(stored.map(keyText));
    return { ...store, stored, left: more.filter((t) => !keys.has(keyText(t))) };
  });

/** Everything that can be asked. */
export const questions: [string, string][] = [
  ...['doc:1', 'doc:2'].flatMap((o) =>
    ['viewer', 'editor', 'blocked', 'parent'].map((r): [string, string] => [o, r]),
  ),
  ...['folder:1', 'folder:2'].flatMap((o) =>
    ['viewer', 'blocked'].map((r): [string, string] => [o, r]),
  ),
  ...['group:1', 'group:2', 'group:3'].flatMap((o) =>
    ['member', 'admin'].map((r): [string, string] => [o, r]),
  ),
];

/** Contextual tuples hide stored ones of the same key. */
export function laidOver(
  stored: readonly MemoryTuple[],
  contextual: readonly MemoryTuple[],
): MemoryTuple[] {
  const hidden = new Set(contextual.map(keyText));
  return [...stored.filter((t) => !hidden.has(keyText(t))), ...contextual];
}
