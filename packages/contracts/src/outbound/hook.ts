import { z } from 'zod';
import { listOf } from '../common/list.ts';
import { text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { headerValue, headersOf, receiverUrl } from './receiver.ts';
import { WebhookSecretInfo, webhookSecret } from './webhook-endpoint.ts';

/**
 * When a hook is called: before a user is created, at a step of a login flow that names the hook,
 * after a sign-in, before a user's tokens are issued (including refreshes), before a client's own
 * token is issued.
 */
export const HookStage = z.enum([
  'pre_registration',
  'login_flow',
  'post_login',
  'token_issue',
  'client_credentials',
]);

/** What happens if a hook fails: `open` continues without it, `closed` rejects the request. */
export const HookFailureMode = z.enum(['open', 'closed']);

const unique = (list: readonly string[]): boolean => new Set(list).size === list.length;

const writable = {
  name: text({ max: 64 }),
  url: receiverUrl,
  position: z
    .int()
    .min(0)
    .max(99)
    .describe(
      'Hooks of a stage are called in this order. Hooks with the same position are called from the oldest to the newest.',
    ),
  clientIds: z
    .array(z.string().min(1).max(128))
    .max(50)
    .refine(unique, { error: 'must not repeat a client' })
    .meta({ uniqueItems: true })
    .describe('Applications whose requests call the hook. If empty, all applications.'),
  failureMode: HookFailureMode.describe(
    'Defaults to `closed` for `pre_registration` and `post_login`, and to `open` otherwise. A login flow step has its own `onError`.',
  ),
  timeoutMilliseconds: z.int().min(100).max(3000),
  enabled: z.boolean(),
};

/** Body of POST. */
export const CreateHookRequest = z
  .strictObject({
    ...z.strictObject(writable).partial().shape,
    name: writable.name,
    stage: HookStage.describe('Cannot be changed after creation.'),
    url: writable.url,
    headers: headersOf(headerValue)
      .optional()
      .describe('Headers to send with each call. Encrypted at rest. Write-only.'),
    secret: webhookSecret.optional().describe('Your own signing secret. Write-only.'),
  })
  .meta({ id: 'CreateHookRequest' });

/** Body of PATCH: a merge patch, `headers` member by member. */
export const UpdateHookRequest = z
  .strictObject({
    ...z.strictObject(writable).partial().shape,
    headers: headersOf(headerValue.nullable()).optional(),
  })
  .meta({ id: 'UpdateHookRequest' });

/** An inline hook, as returned by the API. */
export const Hook = z
  .object({
    id: idSchema('hook'),
    ...z.object(writable).shape,
    url: z.string(),
    stage: HookStage,
    headerNames: z.array(z.string()),
    secrets: z.array(WebhookSecretInfo).describe('Active secrets, newest first.'),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Hook' });

/** A hook with its newest secret, which is shown only once. */
export const HookWithSecret = Hook.extend({ secret: z.string() }).meta({ id: 'HookWithSecret' });

/** The list of hooks. */
export const ListEnvelopeHookResponse = listOf(Hook).meta({ id: 'ListEnvelopeHookResponse' });

export type HookResource = z.infer<typeof Hook>;
export type HookCreation = z.infer<typeof CreateHookRequest>;
export type HookUpdate = z.infer<typeof UpdateHookRequest>;
export type HookStageName = z.infer<typeof HookStage>;
