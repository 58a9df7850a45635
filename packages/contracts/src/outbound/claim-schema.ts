import { z } from 'zod';
import { listOf } from '../common/list.ts';
import { text, time } from '../common/text.ts';
import { parseUrl } from '../common/url.ts';
import {
  claimSchemaFaults,
  claimSchemaKeywords,
  jsonDepth,
  maxClaimSchemaBytes,
  maxClaimSchemaDepth,
} from './claim-schema-form.ts';

/** Maximum nesting of a claim's value, and of a response with such values. */
export const maxClaimDepth = 10;

const maxPointer = 256;
const maxDefaultBytes = 8192;

const plainName = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
const uriName = /^https:\/\/(?!\/)(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/i;

/**
 * Whether a claim may have this name: a plain one, or an absolute https URI (RFC 7519 §4.2). Does
 * not check reserved names.
 */
export const isClaimName = (name: string): boolean =>
  name.length <= 128 &&
  (plainName.test(name) || (uriName.test(name) && parseUrl(name)?.protocol === 'https:'));

const distinct = <T extends z.ZodType>(entry: T, max: number) =>
  z
    .array(entry)
    .max(max)
    .refine((all) => new Set(all).size === all.length, { error: 'must not contain an entry twice' })
    .meta({ uniqueItems: true });

const jsonPointer = z
  .string()
  .max(maxPointer)
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, { error: 'must be a JSON Pointer (RFC 6901)' });
const attributePointer = jsonPointer.regex(/^\/(?:user|organization|membership)\/./, {
  error: 'must point into /user, /organization or /membership',
});

const claimJsonSchema = z
  .record(z.string(), z.unknown())
  .superRefine((schema, context) => {
    for (const { path, code, message } of claimSchemaFaults(schema))
      context.addIssue({ code: 'custom', path, message, params: { code } });
  })
  .describe(
    `JSON Schema 2020-12 for the value, with at most ${maxClaimSchemaBytes} bytes and ${maxClaimSchemaDepth} nested schemas. Supported keywords: ${claimSchemaKeywords.join(', ')}.`,
  )
  .meta({ propertyNames: { enum: claimSchemaKeywords } });

const endpointId = z.string().max(64).describe('A webhook endpoint with the purpose `claims`.');
const timeoutMilliseconds = z.int().min(100).max(3000);
const cacheTtlSeconds = z.int().min(0).max(3600);
const staleIfErrorSeconds = z.int().min(0).max(86_400);

const webhookSource = z
  .strictObject({ kind: z.literal('webhook') })
  .describe("The claim is part of the response of the client's own claims webhook.");
const attributeSource = z
  .strictObject({ kind: z.literal('attribute'), pointer: attributePointer })
  .describe('The value is read from the directory, without an external call.');
const endpointSource = z
  .strictObject({
    kind: z.literal('endpoint'),
    endpointId,
    pointer: jsonPointer
      .optional()
      .describe('JSON Pointer to the value in the response. Defaults to `/claims/{claimName}`.'),
    timeoutMilliseconds: timeoutMilliseconds.default(1000),
    cacheTtlSeconds: cacheTtlSeconds
      .default(0)
      .describe('How long a value can be cached. It is cached only in memory.'),
    staleIfErrorSeconds: staleIfErrorSeconds
      .default(0)
      .describe(
        'How much longer a cached value can be used if the endpoint does not return a new one.',
      ),
  })
  .describe('The value is fetched from the endpoint with a signed request.');

const token = z.enum(['access_token', 'id_token', 'userinfo']);
const scope = z
  .string()
  .max(256)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, { error: 'must be a scope token (RFC 6749 §3.3)' });
const clientIds = distinct(z.string().min(1).max(128), 50).describe(
  'Clients whose tokens contain the claim. If empty, all clients.',
);
const scopes = distinct(scope, 20).describe(
  'The claim is added only if one of these scopes is granted. If empty, it is always added.',
);
const tokens = distinct(token, 3).min(1);
const resources = distinct(z.string().min(1).max(255), 20).describe(
  'APIs whose access tokens contain the claim: identifiers of APIs of the tenant, or `product-api` for the management API. If empty, all. ID tokens and UserInfo responses are not affected.',
);
const required = z
  .boolean()
  .describe(
    "If there is no valid value, the enrichment fails and the client's failure mode applies.",
  );
const defaultValue = z
  .unknown()
  .describe('The value to use if the source does not return a valid one.');

const defaultFault = (value: unknown): string | undefined => {
  if (new TextEncoder().encode(JSON.stringify(value)).length > maxDefaultBytes)
    return `must have at most ${maxDefaultBytes} bytes`;
  return jsonDepth(value, maxClaimDepth) > maxClaimDepth
    ? `must be nested at most ${maxClaimDepth} levels deep`
    : undefined;
};

/** Body of PUT; an omitted member has its default. */
export const WebhookClaimSchemaUpsertRequest = z
  .strictObject({
    schema: claimJsonSchema,
    source: z
      .discriminatedUnion('kind', [webhookSource, attributeSource, endpointSource])
      .default({ kind: 'webhook' }),
    clientIds: clientIds.default([]),
    scopes: scopes.default([]),
    tokens: tokens.default(['access_token']),
    resources: resources.default([]),
    required: required.default(false),
    default: defaultValue.optional(),
    description: text({ min: 0, max: 256 }).nullable().default(null),
    enabled: z.boolean().default(true),
  })
  .superRefine(({ required: isRequired, default: value }, context) => {
    if (value === undefined) return;
    const message = isRequired ? 'must not be set if the claim is required' : defaultFault(value);
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['default'], message });
  })
  .meta({ id: 'WebhookClaimSchemaUpsertRequest' });

/** Path of one schema, for its creation. */
export const ClaimNameParams = z.object({
  claimName: z
    .string()
    .meta({ maxLength: 128, pattern: `${plainName.source}|^[Hh][Tt][Tt][Pp][Ss]://[^/].*$` }),
});

/** A claim that a tenant adds to tokens: its type, its source, its recipients. */
export const WebhookClaimSchema = z
  .object({
    id: z.string().describe('The name of the claim.'),
    claimName: z.string(),
    schema: z.record(z.string(), z.unknown()),
    source: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('webhook') }),
      z.object({ kind: z.literal('attribute'), pointer: z.string() }),
      z.object({
        kind: z.literal('endpoint'),
        endpointId,
        pointer: z.string(),
        timeoutMilliseconds,
        cacheTtlSeconds,
        staleIfErrorSeconds,
      }),
    ]),
    clientIds,
    scopes,
    tokens,
    resources,
    required,
    default: defaultValue.optional(),
    description: z.string().nullable(),
    enabled: z.boolean(),
    revision: z.number().int().describe('Revision of the schema, incremented with each change.'),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'WebhookClaimSchema' });

/** The list of claim schemas. */
export const ListEnvelopeWebhookClaimSchemaResponse = listOf(WebhookClaimSchema).meta({
  id: 'ListEnvelopeWebhookClaimSchemaResponse',
});

export type ClaimSchemaInput = z.output<typeof WebhookClaimSchemaUpsertRequest>;
export type ClaimSchemaResource = z.infer<typeof WebhookClaimSchema>;
export type ClaimSource = ClaimSchemaResource['source'];
export type ClaimToken = z.infer<typeof token>;
