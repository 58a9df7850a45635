/** The rewrite of a relation in the JSON of OpenFGA 1.1. */
export interface UsersetJson {
  this?: Record<string, never>;
  computedUserset?: { object?: string; relation: string };
  tupleToUserset?: {
    tupleset: { object?: string; relation: string };
    computedUserset: { object?: string; relation: string };
  };
  union?: { child: UsersetJson[] };
  intersection?: { child: UsersetJson[] };
  difference?: { base: UsersetJson; subtract: UsersetJson };
}

export interface RelationReferenceJson {
  type: string;
  relation?: string;
  wildcard?: Record<string, never>;
  condition?: string;
}

export interface TypeDefinitionJson {
  type: string;
  relations?: Record<string, UsersetJson>;
  metadata?: {
    relations?: Record<string, { directly_related_user_types?: RelationReferenceJson[] }>;
  } | null;
}

export interface ParameterTypeJson {
  type_name: string;
  generic_types?: ParameterTypeJson[];
}

export interface ConditionJson {
  name?: string;
  expression: string;
  parameters?: Record<string, ParameterTypeJson>;
}

/** A model in the JSON of OpenFGA 1.1, its own spelling kept. */
export interface ModelJson {
  schema_version: string;
  type_definitions: TypeDefinitionJson[];
  conditions?: Record<string, ConditionJson>;
}
