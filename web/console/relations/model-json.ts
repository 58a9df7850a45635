/** A form of subject that a relation takes. */
export interface SubjectForm {
  type: string;
  relation?: string;
  wildcard?: object;
  condition?: string;
}

/** How the subjects of a relation are found, in the JSON of OpenFGA. */
export interface Userset {
  this?: object;
  computedUserset?: { relation: string };
  tupleToUserset?: { tupleset: { relation: string }; computedUserset: { relation: string } };
  union?: { child: Userset[] };
  intersection?: { child: Userset[] };
  difference?: { base: Userset; subtract: Userset };
}

/** A relation of a type. */
export interface ModelRelation {
  type: string;
  name: string;
  userset: Userset;
  forms: readonly SubjectForm[];
}

/** The parts of a model that pages show. */
export interface ModelJson {
  type_definitions: {
    type: string;
    relations?: Record<string, Userset>;
    metadata?: {
      relations?: Record<string, { directly_related_user_types?: SubjectForm[] }>;
    } | null;
  }[];
  conditions?: Record<string, unknown>;
}

/** The relations of a model, in its order. */
export const relationsOf = (model: ModelJson): ModelRelation[] =>
  model.type_definitions.flatMap(({ type, relations = {}, metadata }) =>
    Object.entries(relations).map(([name, userset]) => ({
      type,
      name,
      userset,
      forms: metadata?.relations?.[name]?.directly_related_user_types ?? [],
    })),
  );

/** A form as the language writes it: `user`, `group#member`, `user:*`. */
export const formText = ({ type, relation, wildcard }: SubjectForm): string => {
  if (wildcard) return `${type}:*`;
  return relation === undefined ? type : `${type}#${relation}`;
};
