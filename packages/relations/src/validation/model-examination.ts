import type { Finding } from '../language/finding.ts';
import type { ModelJson, RelationReferenceJson, UsersetJson } from '../language/model-json.ts';
import { operandsOf } from './relation-cycles.ts';

/** A relation as the JSON of a model declares it. */
export interface DeclaredRelation {
  userset: UsersetJson;
  restrictions: RelationReferenceJson[];
}

/** Relations by type and name. */
export type DeclaredTypes = ReadonlyMap<string, ReadonlyMap<string, DeclaredRelation>>;

export const declaredIn = (model: ModelJson): DeclaredTypes =>
  new Map(
    model.type_definitions.map(({ type, relations = {}, metadata }) => [
      type,
      new Map(
        Object.entries(relations).map(([name, userset]) => {
          const described = metadata?.relations;
          return [
            name,
            {
              userset,
              restrictions:
                (described && Object.hasOwn(described, name)
                  ? described[name]?.directly_related_user_types
                  : undefined) ?? [],
            },
          ];
        }),
      ),
    ]),
  );

/** True when subjects can be assigned to the relation directly. */
export const hasThis = (userset: UsersetJson): boolean =>
  userset.this !== undefined || operandsOf(userset).some(hasThis);

/** A model under examination, and the findings so far. */
export interface ModelExamination {
  model: ModelJson;
  types: DeclaredTypes;
  findings: Finding[];
}

export const reportFinding = (
  { findings }: ModelExamination,
  path: Finding['path'],
  code: Finding['code'],
  detail: string,
): void => void findings.push({ path, code, detail });
