import type { CommandsOfStage } from './generated/hook-commands.ts';
import type { HookCommand as AnyCommand } from './generated/schemas.ts';
import { receivedBody } from './webhooks.ts';
import type { WebhookOptions } from './webhooks.ts';

/** When a hook is called. */
export type HookStage = keyof CommandsOfStage;

/** A command that counts at a stage. */
export type HookCommand<S extends HookStage = HookStage> = Extract<
  AnyCommand,
  { type: CommandsOfStage[S] }
>;

/** What a hook is called with. */
export interface HookCall<S extends HookStage = HookStage> {
  /** Also the `webhook-id` of the call; no two calls have the same. */
  requestId: string;
  hookId: string;
  stage: S;
  tenantId: string;
  client: { id: string; name: string | null } | null;
  user?: Record<string, unknown>;
  connection?: { id: string };
  request: { ip: string; userAgent: string };
  scopes: string[];
  /** The identifier of the tenant's API that a token is for; absent for the management API. */
  resource?: string;
  /** Claims of the token so far. */
  claims: Record<string, unknown>;
}

/** An inline hook. */
export interface HookDefinition<S extends HookStage> extends WebhookOptions {
  /** Returns commands, or nothing to continue unchanged. If it throws, the hook's `failureMode` applies. */
  handle: (
    call: HookCall<S>,
  ) => readonly HookCommand<S>[] | void | Promise<readonly HookCommand<S>[] | void>;
}

/** Handles a standard request, as in `Deno.serve`, `Bun.serve`, Workers and frameworks of the web platform. */
export type HookHandler = (request: Request) => Promise<Response>;

/**
 * Makes the handler of an inline hook: it verifies the signature, and the compiler admits only commands that count at the stage.
 * @example
 * const handler = defineHook('post_login', {
 *   secret,
 *   handle: ({ user }) =>
 *     user?.['email'] === 'mallory@example.com' ? [{ type: 'deny', message: 'Not today.' }] : [],
 * });
 */
export function defineHook<S extends HookStage>(
  stage: S,
  { handle, ...verification }: HookDefinition<S>,
): HookHandler {
  return async (request) => {
    const body = await receivedBody(request, verification);
    if (typeof body !== 'string') return body;
    const call = JSON.parse(body) as HookCall<S>;
    if (call.stage !== stage)
      return new Response(`this hook is for the stage ${stage}`, { status: 400 });
    const commands = (await handle(call)) ?? [];
    return commands.length === 0
      ? new Response(null, { status: 204 })
      : Response.json({ commands });
  };
}
