import { z } from 'zod';
import { time } from '../common/text.ts';
import {
  claimSchemaFaults,
  claimSchemaKeywords,
  maxClaimSchemaBytes,
  maxClaimSchemaDepth,
} from '../outbound/claim-schema-form.ts';
import { StepUpRequirement, localized } from './api-texts.ts';

/** The `type` of authorization details (RFC 9396 §2.1). */
export const apiDetailTypeName = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z0-9._~:/-]+$/, {
    error: 'must consist of letters, digits and the characters . _ ~ : / -',
  });

const schema = z
  .record(z.string(), z.unknown())
  .superRefine((value, context) => {
    for (const { path, code, message } of claimSchemaFaults(value))
      context.addIssue({ code: 'custom', path, message, params: { code } });
  })
  .describe(
    `JSON Schema 2020-12 for the members other than \`type\`, with at most ${maxClaimSchemaBytes} bytes and ${maxClaimSchemaDepth} nested schemas. Supported keywords: ${claimSchemaKeywords.join(', ')}.`,
  )
  .meta({ propertyNames: { enum: claimSchemaKeywords } });

/** Body of PUT. */
export const PutApiDetailTypeRequest = z
  .strictObject({
    schema,
    display: localized(300)
      .refine((texts) => Object.keys(texts).length > 0, {
        error: 'must have a text in at least one locale',
      })
      .describe(
        'The sentence that users read on the consent page, by locale. `{/amount/value}` is replaced with the value at that JSON Pointer.',
      ),
    maxInstances: z
      .int()
      .min(1)
      .max(20)
      .default(10)
      .describe('How many elements of the type a request can have.'),
    requires: StepUpRequirement.nullable()
      .default(null)
      .describe(
        'The assurance and age of sign-ins with which details of the type are granted. Otherwise the user has to sign in again.',
      ),
  })
  .meta({ id: 'PutApiDetailTypeRequest' });

/** A type of authorization details that an API understands. */
export const ApiDetailType = z
  .object({
    type: z.string(),
    schema: z.record(z.string(), z.unknown()),
    display: z.record(z.string(), z.string()),
    maxInstances: z.int(),
    requires: z
      .object({ acr: z.string().optional(), maxAgeSeconds: z.int().optional() })
      .nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'ApiDetailType' });

export type ApiDetailTypeResource = z.infer<typeof ApiDetailType>;
export type ApiDetailTypePut = z.infer<typeof PutApiDetailTypeRequest>;
