import { z } from 'zod';
import { text } from '../common/text.ts';

const jsonPointer = text({ max: 512 }).regex(/^(?:\/(?:[^~/]|~[01])*)*$/, {
  error: 'must be a JSON Pointer (RFC 6901)',
});
const short = text({ max: 128 });
const scalar = z.union([text({ max: 1_024 }), z.number(), z.boolean(), z.null()]);

/** A transformation of a value from the source. A mapping contains no code. */
export const MappingTransform = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('trim') }),
    z.strictObject({ type: z.literal('lower') }),
    z.strictObject({
      type: z.literal('split'),
      separator: short,
      index: z
        .int()
        .min(-10)
        .max(10)
        .optional()
        .describe('Index of the part to use. If absent, all parts are used.'),
    }),
    z.strictObject({ type: z.literal('join'), separator: z.string().max(16).default(' ') }),
    z.strictObject({ type: z.literal('constant'), value: scalar }),
    z.strictObject({
      type: z.literal('date'),
      from: z.enum(['iso', 'unix_seconds', 'unix_milliseconds', 'generalized_time']).default('iso'),
      to: z.enum(['date', 'date_time']).default('date_time'),
    }),
    z
      .strictObject({ type: z.literal('boolean') })
      .describe('Parses values such as true, yes, on and 1.'),
    z.strictObject({
      type: z.literal('phone'),
      defaultCountry: z
        .string()
        .regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166-1 alpha-2 code' })
        .optional()
        .describe('Region to assume for numbers without a country code.'),
    }),
    z.strictObject({ type: z.literal('strip_prefix'), prefix: short }),
    z.strictObject({
      type: z.literal('map'),
      values: z.record(z.string().max(128), scalar),
      otherwise: scalar
        .optional()
        .describe('Used for values that are not listed. If absent, such values are skipped.'),
    }),
  ])
  .meta({ id: 'MappingTransform' });

/** Members of a user that a mapping writes. */
const target = jsonPointer.regex(
  /^\/(?:sourceId|externalId|username|email|emailVerified|additionalEmails|phoneNumber|phoneVerified|additionalPhoneNumbers|displayName|nickname|title|pictureUrl|profileUrl|locale|timeZone|status|identities|passwordHash|metadata|name(?:\/(?:formatted|givenName|familyName|middleName|honorificPrefix|honorificSuffix))?|metadata\/[^/]+)$/,
  { error: 'must point to a property of a user that an import can write' },
);

/** One rule of a mapping. */
export const MigrationMapping = z
  .strictObject({
    target: target.meta({
      description: 'JSON Pointer to the property of the user.',
      examples: ['/name/givenName'],
    }),
    source: jsonPointer.describe('JSON Pointer into the source record.'),
    transform: z
      .array(MappingTransform)
      .min(1)
      .max(5)
      .optional()
      .describe('Transformations, applied in order.'),
    default: scalar.optional().describe('Used if the source has no value.'),
    required: z.boolean().default(false).describe('Whether a record without a value fails.'),
  })
  .meta({ id: 'MigrationMapping' });

export type MappingTransformInput = z.output<typeof MappingTransform>;
export type MigrationMappingInput = z.output<typeof MigrationMapping>;
