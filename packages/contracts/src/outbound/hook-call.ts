import { z } from 'zod';
import { anyJson } from '../common/any-json.ts';
import type { HookStageName } from './hook.ts';

/**
 * The body of a call to a hook. `requestId` is also the signed `webhook-id`, unique to each call.
 */
export interface HookCallBody {
  requestId: string;
  hookId: string;
  stage: HookStageName;
  tenantId: string;
  client: { id: string; name: string | null } | null;
  user?: Record<string, unknown>;
  connection?: { id: string };
  request: { ip: string; userAgent: string };
  scopes: string[];
  /** The identifier of the tenant's API that a token is for; absent for the management API. */
  resource?: string;
  /** The token's claims so far. */
  claims: Record<string, unknown>;
}

const deny = z.object({ type: z.literal('deny'), message: z.string().max(200).default('') });
const setClaim = z.object({
  type: z.literal('set_claim'),
  token: z.enum(['access', 'id']),
  name: z.string().min(1).max(128),
  value: anyJson,
});
const removeScope = z.object({ type: z.literal('remove_scope'), scope: z.string().min(1) });
const setAttribute = z.object({
  type: z.literal('set_attribute'),
  path: z
    .string()
    .max(256)
    .regex(/^(\/[^/]+){1,4}$/, { error: 'must be a JSON Pointer' }),
  value: anyJson,
});
const requireAcr = z.object({ type: z.literal('require_acr'), acr: z.string().min(1).max(64) });

/** A command that a hook may return. */
export const HookCommand = z.discriminatedUnion('type', [
  deny,
  setClaim,
  removeScope,
  setAttribute,
  requireAcr,
]);

/** The body of a response with commands; a 204 has none. */
export const HookAnswer = z.object({
  commands: z
    .array(z.looseObject({ type: z.string() }))
    .max(100)
    .default([]),
});

export type HookCommandBody = z.infer<typeof HookCommand>;

const ofTokens = ['deny', 'set_claim', 'remove_scope'] as const;

/** The commands that have an effect at each stage. Others are ignored. */
export const commandsOfStage: Readonly<Record<HookStageName, readonly HookCommandBody['type'][]>> =
  {
    pre_registration: ['deny', 'set_attribute'],
    login_flow: ['deny', 'require_acr'],
    post_login: ['deny', 'require_acr'],
    token_issue: ofTokens,
    client_credentials: ofTokens,
  };
