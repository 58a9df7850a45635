import type { OpenfgaModel } from '@platform/contracts';
import type { StoredModel } from '@platform/relations';
import { modelUlid } from './openfga-ids.ts';

type ModelJson = StoredModel['model'];
type TypeDefinition = ModelJson['type_definitions'][number];
type Userset = NonNullable<TypeDefinition['relations']>[string];
type Condition = NonNullable<ModelJson['conditions']>[string];
type ParameterType = NonNullable<Condition['parameters']>[string];
type Restriction = NonNullable<
  NonNullable<
    NonNullable<NonNullable<TypeDefinition['metadata']>['relations']>[string]
  >['directly_related_user_types']
>[number];

// OpenFGA shows fields that are not set; models are stored without them.
const unset = { module: '', source_info: null } as const;

const mapValues = <T, R>(values: Record<string, T> = {}, show: (value: T) => R) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, show(value)]));

const wireReference = ({ relation }: { relation: string }) => ({ object: '', relation });

function wireUserset({
  computedUserset,
  tupleToUserset,
  union,
  intersection,
  difference,
}: Userset): object {
  if (computedUserset) return { computedUserset: wireReference(computedUserset) };
  if (tupleToUserset)
    return {
      tupleToUserset: {
        tupleset: wireReference(tupleToUserset.tupleset),
        computedUserset: wireReference(tupleToUserset.computedUserset),
      },
    };
  if (union) return { union: { child: union.child.map(wireUserset) } };
  if (intersection) return { intersection: { child: intersection.child.map(wireUserset) } };
  if (difference)
    return {
      difference: {
        base: wireUserset(difference.base),
        subtract: wireUserset(difference.subtract),
      },
    };
  return { this: {} };
}

const wireRestriction = (restriction: Restriction) => ({ condition: '', ...restriction });

const wireType = ({ type, relations, metadata }: TypeDefinition) => ({
  type,
  relations: mapValues(relations, wireUserset),
  metadata: metadata
    ? {
        relations: mapValues(metadata.relations, ({ directly_related_user_types: types = [] }) => ({
          directly_related_user_types: types.map(wireRestriction),
          ...unset,
        })),
        ...unset,
      }
    : null,
});

const wireParameter = ({ type_name, generic_types = [] }: ParameterType): object => ({
  type_name,
  generic_types: generic_types.map(wireParameter),
});

const wireCondition = ({ name = '', expression, parameters }: Condition) => ({
  name,
  expression,
  parameters: mapValues(parameters, wireParameter),
  metadata: null,
});

/** A model as OpenFGA shows it. */
export const wireModel = ({ id, model }: Pick<StoredModel, 'id' | 'model'>): OpenfgaModel => ({
  id: modelUlid(id),
  schema_version: model.schema_version,
  type_definitions: model.type_definitions.map(wireType),
  conditions: mapValues(model.conditions, wireCondition),
});
