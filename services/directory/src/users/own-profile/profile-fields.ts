import { UpdateMyProfileRequest } from '@platform/contracts';
import type { ProfileFieldResource } from '@platform/contracts';
import { z } from 'zod';
import { jsonSchemaDocument } from '../../attribute-schema/attribute-schema.ts';
import type { AttributeSchema } from '../../attribute-schema/attribute-schema.ts';
import { isManagedTarget } from '../managed-members.ts';
import type { UserRecord } from '../user-record.ts';

type JsonSchema = Record<string, unknown>;
type ReadOnlyReason = ProfileFieldResource['readOnlyReason'];

const schemaOf = (type: z.ZodType): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' });
  return schema;
};

const { name, metadata: _attributes, ...single } = UpdateMyProfileRequest.shape;
const { shape: nameParts } = name.unwrap().unwrap();

/** The properties that every user has, in the order of the form. */
const standardSchemas: readonly (readonly [target: string, schema: JsonSchema])[] = [
  ...Object.entries(nameParts).map(([part, type]) => [`name.${part}`, schemaOf(type)] as const),
  ...Object.entries(single).map(([property, type]) => [property, schemaOf(type)] as const),
];

const pointerTo = (target: string): string => `/${target.replaceAll('.', '/')}`;

function field(
  target: string,
  schema: JsonSchema,
  more: Partial<ProfileFieldResource> & { readOnlyReason: ReadOnlyReason; order: number },
): ProfileFieldResource {
  return {
    pointer: pointerTo(target),
    schema,
    required: false,
    readOnly: more.readOnlyReason !== null,
    label: null,
    description: null,
    group: null,
    ...more,
  };
}

const lockOf = (user: UserRecord, target: string): ReadOnlyReason =>
  isManagedTarget(user.managedBy, target) ? 'managed_by_directory' : null;

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The attributes that the user can see, from the same document that the API renders. */
function attributeFields(
  user: UserRecord,
  schema: AttributeSchema,
  locale: string | undefined,
): ProfileFieldResource[] {
  const document = jsonSchemaDocument(
    { tenantId: '', kind: 'user' },
    schema,
    [...schema.definitions.values()],
    { audience: 'self', ...(locale === undefined ? {} : { locale }) },
  );
  const required = new Set(document['required'] as string[]);
  return Object.entries(document['properties'] as Record<string, JsonSchema>).map(
    ([key, property]) => {
      const {
        readOnly,
        description,
        'x-label': label,
        'x-group': group,
        'x-order': order,
        'x-visibility': _visibility,
        ...value
      } = property;
      const isSetOnce =
        schema.definitions.get(key)?.mutability === 'write_once' &&
        Object.hasOwn(user.metadata, key);
      const reason = lockOf(user, `metadata.${key}`) ?? (isSetOnce ? 'set_once' : null);
      return field(`metadata.${key}`, value, {
        required: required.has(key),
        readOnlyReason: reason ?? (readOnly === true ? 'not_editable' : null),
        label: textOr(label) ?? key,
        description: textOr(description),
        group: textOr(group),
        order: Number(order),
      });
    },
  );
}

/** The fields of the form in which a user sees and edits the profile. */
export const profileFields = (
  user: UserRecord,
  schema: AttributeSchema,
  locale: string | undefined,
): ProfileFieldResource[] => [
  ...standardSchemas.map(([target, value], order) =>
    field(target, value, { readOnlyReason: lockOf(user, target), order }),
  ),
  ...attributeFields(user, schema, locale).toSorted((a, b) => a.order - b.order),
];
