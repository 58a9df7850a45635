import { z } from 'zod';
import { queryBoolean } from '../common/list.ts';
import { locale, text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';

/** The kind of resource that metadata belongs to. */
export const AttributeEntityKind = z.enum(['user', 'organization']);

/** The type of one value of an attribute. */
export const AttributeType = z.enum([
  'string',
  'integer',
  'number',
  'boolean',
  'date',
  'date_time',
  'enum',
  'object',
]);

/** The format of a string. */
export const AttributeFormat = z.enum([
  'email',
  'uri',
  'phone',
  'uuid',
  'country',
  'locale',
  'time_zone',
  'ip',
]);

const attributeKey = z
  .string()
  .regex(/^[a-z][A-Za-z0-9_]{0,62}$/, {
    error:
      'must begin with a lower-case letter, followed by letters, digits and underscores, at most 63 characters',
  })
  .describe('Name of the property in `metadata`. Unique per entity kind.');

const maxLocales = 50;
const localized = (max: number) =>
  z
    .record(locale, text({ max }).nullable())
    .refine((labels) => Object.keys(labels).length <= maxLocales, {
      error: `must have at most ${maxLocales} locales`,
    });

const label = text({ max: 128 });
const description = text({ max: 512 });

const AttributeOption = z.strictObject({
  value: text({ max: 128 }),
  label: label.nullable().optional(),
  labels: z.record(locale, text({ max: 128 })).optional(),
});

const length = z.int().min(0).max(4096);
const items = z.int().min(0).max(100);

const constraints = {
  minLength: length,
  maxLength: length,
  pattern: text({ max: 256 }).describe(
    'Regular expression in RE2 syntax. Matches anywhere in the value unless anchored.',
  ),
  minimum: z.number(),
  maximum: z.number(),
  minItems: items,
  maxItems: items,
  uniqueItems: z.boolean(),
  options: z.array(AttributeOption).min(1).max(500).describe('Allowed values of an `enum`.'),
  schema: z
    .record(z.string(), z.unknown())
    .describe('JSON Schema 2020-12 for an `object`, without references and at most 3 levels deep.'),
};

/** Constraints on values. The type determines which of them apply. */
export const AttributeConstraints = z
  .strictObject(constraints)
  .partial()
  .meta({ id: 'AttributeConstraints' });

/** Constraints in a merge patch: null removes one. */
const AttributeConstraintsPatch = z
  .strictObject(
    Object.fromEntries(
      Object.entries(constraints).map(([name, schema]) => [name, schema.nullable()]),
    ) as { [N in keyof typeof constraints]: z.ZodNullable<(typeof constraints)[N]> },
  )
  .partial();

const writable = {
  format: AttributeFormat.nullable().describe('Applies to `string` attributes.'),
  constraints: AttributeConstraintsPatch.nullable(),
  required: z.boolean(),
  unique: z
    .boolean()
    .describe(
      'Applies to single-valued `string` and `integer` attributes. Values are compared in NFKC and lower case.',
    ),
  mutability: z
    .enum(['read_write', 'write_once', 'read_only'])
    .describe('`read_only` attributes can be written only by directories, imports and sign-ins.'),
  visibility: z
    .enum(['admin_only', 'self_read', 'self_write'])
    .describe('What users can do with the attribute on self-service pages.'),
  exposeInToken: z.boolean().describe('Whether token claims may use the attribute.'),
  sensitivity: z
    .enum(['none', 'personal', 'sensitive'])
    .describe('The values of `sensitive` attributes are left out of events and audit records.'),
  defaultValue: z.unknown().describe('Value to set when a resource is created without one.'),
  label: label.nullable(),
  labels: localized(128),
  description: description.nullable(),
  descriptions: localized(512),
  group: text({ max: 64 }).nullable().describe('Form section in which the attribute is shown.'),
  order: z.int().min(0).max(9999).describe('Position in the form.'),
  scimPath: z
    .string()
    .max(256)
    .regex(/^urn:[A-Za-z0-9][A-Za-z0-9-]{0,31}:[A-Za-z0-9:._$-]+$/, {
      error: 'must be the URN of a SCIM attribute',
    })
    .nullable()
    .describe('Must be unique. Defaults to an attribute of the platform’s SCIM extension.'),
};

/** Body of PATCH: merge patch. */
export const PatchAttributeDefinitionRequest = z
  .strictObject(writable)
  .partial()
  .meta({ id: 'PatchAttributeDefinitionRequest' });

/** Body of POST. */
export const CreateAttributeDefinitionRequest = z
  .strictObject({
    entityKind: AttributeEntityKind,
    key: attributeKey,
    type: AttributeType,
    multiValued: z.boolean().default(false).describe('Whether the value is an array.'),
    ...PatchAttributeDefinitionRequest.shape,
  })
  .meta({ id: 'CreateAttributeDefinitionRequest' });

/** How well the stored values conform to a definition. */
const AttributeConformance = z.object({
  state: z.enum(['idle', 'scanning', 'conforming', 'violated']),
  checked: z.int().describe('Number of records that the last scan has examined.'),
  violations: z.int(),
  sampleIds: z.array(z.string()).describe('Up to 20 records that violate the definition.'),
  finishedAt: time.nullable(),
});

/** The definition of an attribute: a property of `metadata`. */
export const AttributeDefinition = z
  .object({
    id: idSchema('attributeDefinition'),
    state: z
      .enum(['active', 'purging'])
      .describe('`purging`: the definition is deleted and its stored values are being removed.'),
    entityKind: AttributeEntityKind,
    key: attributeKey,
    type: AttributeType,
    multiValued: z.boolean(),
    format: AttributeFormat.nullable(),
    constraints: AttributeConstraints,
    required: z.boolean(),
    unique: z.boolean(),
    mutability: writable.mutability,
    visibility: writable.visibility,
    exposeInToken: z.boolean(),
    sensitivity: writable.sensitivity,
    defaultValue: z.unknown(),
    label: z.string().nullable(),
    labels: z.record(z.string(), z.string()),
    description: z.string().nullable(),
    descriptions: z.record(z.string(), z.string()),
    group: z.string().nullable(),
    order: z.int(),
    scimPath: z.string(),
    template: z.object({ id: z.string(), version: z.int() }).nullable(),
    conformance: AttributeConformance,
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'AttributeDefinition' });

/** Body of PUT on the settings. */
export const PutAttributeSchemaSettingsRequest = z
  .strictObject({
    unmanagedAttributes: z
      .enum(['allow', 'reject'])
      .describe('How properties of `metadata` without a definition are handled.'),
  })
  .meta({ id: 'PutAttributeSchemaSettingsRequest' });

/** The settings of the attribute schema of one kind. */
export const AttributeSchemaSettings = z
  .object({
    entityKind: AttributeEntityKind,
    unmanagedAttributes: z.enum(['allow', 'reject']),
  })
  .meta({ id: 'AttributeSchemaSettings' });

/** A curated set of definitions. */
export const AttributeTemplate = z
  .object({
    id: z.string(),
    version: z.int(),
    entityKind: AttributeEntityKind,
    name: z.string(),
    description: z.string(),
    definitions: z.array(CreateAttributeDefinitionRequest),
  })
  .meta({ id: 'AttributeTemplate' });

/** Body of applying a template. */
export const ApplyTemplateRequest = z
  .strictObject({
    templateId: z.string().max(64),
    include: z
      .array(attributeKey)
      .max(200)
      .optional()
      .describe('Keys to apply. Defaults to all keys.'),
    keyPrefix: z
      .string()
      .regex(/^[a-z][A-Za-z0-9_]{0,15}$/, {
        error: 'must be a key prefix of at most 16 characters',
      })
      .optional(),
    onConflict: z
      .enum(['fail', 'skip'])
      .default('fail')
      .describe('How to handle keys that already exist with a different definition.'),
    dryRun: z.boolean().default(false),
  })
  .meta({ id: 'ApplyTemplateRequest' });

/** The result of applying a template, or of its dry run. */
export const AppliedTemplate = z
  .object({
    templateId: z.string(),
    version: z.int(),
    created: z.array(AttributeDefinition),
    skipped: z.array(z.object({ key: z.string(), reason: z.enum(['identical', 'conflict']) })),
    dryRun: z.boolean(),
  })
  .meta({ id: 'AppliedTemplate' });

/** Query parameter of lists: the kind. */
export const entityKindQuery = z.strictObject({ entityKind: AttributeEntityKind });

/** Query parameters of the JSON Schema document. */
export const jsonSchemaQuery = z.strictObject({
  entityKind: AttributeEntityKind,
  audience: z
    .enum(['admin', 'self'])
    .default('admin')
    .describe('`self`: the attributes that users can see on their own profile.'),
  locale: locale.optional().describe('Language of labels (RFC 4647 lookup).'),
});

/** Query parameters of a deletion. */
export const deleteDefinitionQuery = z.strictObject({
  purgeValues: queryBoolean
    .optional()
    .describe('Deletes the definition even if values are stored, and removes those values.'),
});

export type AttributeDefinitionResource = z.infer<typeof AttributeDefinition>;
export type AttributeDefinitionCreation = z.output<typeof CreateAttributeDefinitionRequest>;
export type AttributeDefinitionPatch = z.output<typeof PatchAttributeDefinitionRequest>;
export type AttributeConstraintsValue = z.output<typeof AttributeConstraints>;
export type AttributeTemplateResource = z.infer<typeof AttributeTemplate>;
export type ApplyTemplateInput = z.output<typeof ApplyTemplateRequest>;
