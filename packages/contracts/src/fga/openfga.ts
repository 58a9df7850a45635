import { z } from 'zod';

/** An unset field has its default, as in the JSON of Protocol Buffers. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const struct = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? undefined);
const listOf = <T extends z.ZodType>(item: T, max?: number) =>
  (max === undefined ? z.array(item) : z.array(item).max(max))
    .nullish()
    .transform((value) => value ?? []);

const ulidForm = /^[ABCDEFGHJKMNPQRSTVWXYZ0-9]{26}$/;

/** The id of a store or a model: the 26 characters of our id, in upper case. */
export const OpenfgaId = z.string().regex(ulidForm, { error: 'must be a ULID' });

/** A model that a request names; empty for the active one. */
const optionalModelId = text.refine((value) => value === '' || ulidForm.test(value), {
  error: 'must be a ULID',
});

/** By name, or by its number in Protocol Buffers. */
const consistency = z
  .union([
    z.enum(['UNSPECIFIED', 'MINIMIZE_LATENCY', 'HIGHER_CONSISTENCY']),
    z.literal([0, 100, 200]),
  ])
  .nullish()
  .transform((value) => value === 'HIGHER_CONSISTENCY' || value === 200);

const relationshipKey = { user: text, relation: text, object: text };
const condition = z.object({ name: text, context: struct });

/** A tuple in requests. */
export const OpenfgaTupleKey = z.object({
  ...relationshipKey,
  condition: condition.nullish().transform((value) => value ?? undefined),
});

const contextualTuples = z
  .object({ tuple_keys: listOf(OpenfgaTupleKey, 100) })
  .nullish()
  .transform((value) => value?.tuple_keys ?? []);
const asked = { authorization_model_id: optionalModelId, consistency };
const question = { contextual_tuples: contextualTuples, context: struct };
const checkKey = z.object(relationshipKey);

export const OpenfgaCheckRequest = z.object({ tuple_key: checkKey, ...question, ...asked });

export const OpenfgaBatchCheckRequest = z.object({
  checks: z
    .array(
      z.object({
        tuple_key: checkKey,
        ...question,
        correlation_id: z.string().regex(/^[\w-]{1,36}$/, {
          error: 'must be 1 to 36 letters, digits, "_" or "-"',
        }),
      }),
    )
    .min(1),
  ...asked,
});

export const OpenfgaListObjectsRequest = z.object({
  type: text,
  relation: text,
  user: text,
  ...question,
  ...asked,
});

export const OpenfgaListUsersRequest = z.object({
  object: z.object({ type: text, id: text }),
  relation: text,
  user_filters: z.array(z.object({ type: text, relation: text })).length(1, {
    error: 'must have exactly one entry',
  }),
  contextual_tuples: listOf(OpenfgaTupleKey, 100),
  context: struct,
  ...asked,
});

export const OpenfgaExpandRequest = z.object({
  tuple_key: z.object({ relation: text, object: text }),
  contextual_tuples: contextualTuples,
  ...asked,
});

const writeOption = z
  .enum(['', 'error', 'ignore'])
  .nullish()
  .transform((value) => value || ('error' as const));

export const OpenfgaWriteRequest = z.object({
  writes: z
    .object({
      tuple_keys: z.array(OpenfgaTupleKey).min(1),
      on_duplicate: writeOption,
    })
    .nullish()
    .transform((value) => value ?? undefined),
  deletes: z
    .object({
      tuple_keys: z.array(checkKey).min(1),
      on_missing: writeOption,
    })
    .nullish()
    .transform((value) => value ?? undefined),
  authorization_model_id: optionalModelId,
});

const defaultPageSize = 50;
const pageSize = z.coerce
  .number()
  .int({ error: 'must be a whole number' })
  .min(1, { error: 'value must be inside range [1, 100]' })
  .max(100, { error: 'value must be inside range [1, 100]' });
const paging = {
  page_size: pageSize.nullish().transform((value) => value ?? defaultPageSize),
  continuation_token: text.refine((token) => token.length <= 5_120, { error: 'is too long' }),
};

export const OpenfgaReadRequest = z.object({
  tuple_key: checkKey.nullish().transform((value) => value ?? undefined),
  ...paging,
  consistency,
});

export const OpenfgaPagingQuery = z.object(paging);
export const OpenfgaStoresQuery = z.object({ ...paging, name: text });
export const OpenfgaChangesQuery = z.object({
  ...paging,
  type: text,
  start_time: z.iso
    .datetime({ offset: true })
    .transform((value) => new Date(value))
    .optional(),
});

export const OpenfgaCreateStoreRequest = z.object({
  name: z.string().regex(/^[a-zA-Z0-9\s.\-/^_&@]{3,64}$/, {
    error: 'must be 3 to 64 letters, digits, spaces or the marks . - / ^ _ & @',
  }),
});

/** The model itself is read by the engine, which reports its faults. */
export const OpenfgaWriteModelRequest = z.object({
  schema_version: z.string(),
  type_definitions: z.array(z.unknown()).min(1, { error: 'must contain at least 1 item' }),
  conditions: struct,
});

const AssertionInput = z.object({
  tuple_key: checkKey,
  expectation: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  contextual_tuples: listOf(OpenfgaTupleKey, 20),
  context: struct,
});

export const OpenfgaWriteAssertionsRequest = z.object({
  assertions: listOf(AssertionInput, 100),
});

const time = z.iso.datetime();
const shownCondition = z
  .object({ name: z.string(), context: z.record(z.string(), z.unknown()).nullable() })
  .nullable();
const shownTuple = z.object({
  user: z.string(),
  relation: z.string(),
  object: z.string(),
  condition: shownCondition,
});

export const OpenfgaStore = z.object({
  id: z.string(),
  name: z.string(),
  created_at: time,
  updated_at: time,
});
export const OpenfgaGetStoreResponse = OpenfgaStore.extend({ deleted_at: z.null() });
export const OpenfgaListStoresResponse = z.object({
  stores: z.array(OpenfgaGetStoreResponse),
  continuation_token: z.string(),
});

const AuthorizationModel = z.object({
  id: z.string(),
  schema_version: z.string(),
  type_definitions: z.array(z.unknown()),
  conditions: z.record(z.string(), z.unknown()),
});
export const OpenfgaReadModelResponse = z.object({ authorization_model: AuthorizationModel });
export const OpenfgaReadModelsResponse = z.object({
  authorization_models: z.array(AuthorizationModel),
  continuation_token: z.string(),
});
export const OpenfgaWriteModelResponse = z.object({ authorization_model_id: z.string() });

export const OpenfgaReadResponse = z.object({
  tuples: z.array(z.object({ key: shownTuple, timestamp: time })),
  continuation_token: z.string(),
});
export const OpenfgaChangesResponse = z.object({
  changes: z.array(
    z.object({
      tuple_key: shownTuple,
      operation: z.enum(['TUPLE_OPERATION_WRITE', 'TUPLE_OPERATION_DELETE']),
      timestamp: time,
    }),
  ),
  continuation_token: z.string(),
});

export const OpenfgaCheckResponse = z.object({ allowed: z.boolean(), resolution: z.string() });
export const OpenfgaBatchCheckResponse = z.object({
  result: z.record(
    z.string(),
    z.union([
      z.object({ allowed: z.boolean() }),
      z.object({
        error: z.object({
          input_error: z.string().optional(),
          internal_error: z.string().optional(),
          message: z.string(),
        }),
      }),
    ]),
  ),
});
export const OpenfgaListObjectsResponse = z.object({ objects: z.array(z.string()) });

const member = z.object({ type: z.string(), id: z.string() });
export const OpenfgaListUsersResponse = z.object({
  users: z.array(
    z.union([
      z.object({ object: member }),
      z.object({ userset: member.extend({ relation: z.string() }) }),
      z.object({ wildcard: z.object({ type: z.string() }) }),
    ]),
  ),
});

/** A node of an expansion. Its members other than the name depend on its kind. */
const UsersetTreeNode = z.looseObject({ name: z.string() });
export const OpenfgaExpandResponse = z.object({ tree: z.object({ root: UsersetTreeNode }) });

export const OpenfgaReadAssertionsResponse = z.object({
  authorization_model_id: z.string(),
  assertions: z.array(
    z.object({
      tuple_key: z.object({ object: z.string(), relation: z.string(), user: z.string() }),
      expectation: z.boolean(),
      contextual_tuples: z.array(shownTuple),
      context: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
});

export type OpenfgaTuple = z.output<typeof OpenfgaTupleKey>;
export type OpenfgaShownTuple = z.input<typeof shownTuple>;
export type OpenfgaQuestion = z.output<typeof OpenfgaCheckRequest>;
export type OpenfgaCheckItem = z.output<typeof OpenfgaBatchCheckRequest>['checks'][number];
export type OpenfgaObjectsQuestion = z.output<typeof OpenfgaListObjectsRequest>;
export type OpenfgaUsersQuestion = z.output<typeof OpenfgaListUsersRequest>;
export type OpenfgaWrite = z.output<typeof OpenfgaWriteRequest>;
export type OpenfgaUser = z.input<typeof OpenfgaListUsersResponse>['users'][number];
export type OpenfgaTreeNode = z.input<typeof UsersetTreeNode>;
export type OpenfgaAssertion = z.output<typeof AssertionInput>;
export type OpenfgaModel = z.input<typeof AuthorizationModel>;
export type OpenfgaStoreResource = z.input<typeof OpenfgaGetStoreResponse>;
