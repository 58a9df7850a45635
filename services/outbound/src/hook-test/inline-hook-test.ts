import type { HookCallBody, HookStageName } from '@platform/contracts';
import { HookFailed } from '@platform/siblings/hooks';
import type { CallHook, HookAnswered } from '@platform/siblings/hooks';
import { existingHook } from '../hooks/hook-changes.ts';
import type { HookTargets } from '../hooks/hook-target.ts';
import type { HookTester } from './hook-test-handlers.ts';
import { testedAttempt } from './tested-attempt.ts';

type Example = Pick<HookCallBody, 'client' | 'user' | 'request' | 'scopes' | 'claims'>;

const client = { id: 'example-client', name: 'Example' };
const request = { ip: '203.0.113.10', userAgent: 'Platform test' };
const person = { email: 'person@example.com', emailVerified: true };
const user = { id: 'usr_01m7vqhvjpfrhtg5g075cmmcw9', ...person };

/** An example call of each stage. */
const examples: Readonly<Record<HookStageName, Example>> = {
  pre_registration: { client, user: person, request, scopes: ['openid'], claims: {} },
  login_flow: { client, user, request, scopes: ['openid'], claims: {} },
  post_login: { client, user, request, scopes: ['openid'], claims: {} },
  token_issue: { client, user, request, scopes: ['openid'], claims: { sub: user.id } },
  client_credentials: {
    client,
    request,
    scopes: ['tenant:users.read'],
    claims: { sub: client.id },
  },
};

/** Tests an inline hook with the example of its stage, and shows the effective commands. */
export const inlineHookTest = ({
  call,
  targets,
  clock,
}: {
  call: CallHook;
  targets: HookTargets;
  clock: () => number;
}): HookTester => ({
  scope: 'tenant:webhooks.write',
  async run({ params: { id }, principal: { tenantId }, body, transact, commit, take }) {
    const { hook, target } = await transact(async (tx) => {
      const found = await existingHook(tx, id);
      const opened = (await targets(tx, [found])).get(id);
      await take(tx);
      return { hook: found, target: opened };
    });
    const startedAt = clock();
    const question = {
      ...examples[hook.stage],
      ...body?.stageInput,
      hookId: id,
      stage: hook.stage,
      tenantId,
      isTest: true,
    };
    const result = await call(
      question,
      target ?? { url: hook.url, headers: {}, secrets: [], timeoutMs: hook.timeoutMilliseconds },
    ).catch((error: unknown) => {
      if (error instanceof HookFailed) return error;
      throw error;
    });
    const answered: HookAnswered | undefined = result instanceof HookFailed ? undefined : result;
    const attempt = testedAttempt({
      url: hook.url,
      startedAt,
      endedAt: clock(),
      error: result instanceof HookFailed ? attemptError(result) : null,
      response: result.response,
    });
    return commit(async () => ({
      hookId: id,
      hookKind: 'inline_hook' as const,
      delivered: answered !== undefined,
      deliveryId: null,
      eventType: null,
      attempt,
      claims: null,
      commands: answered?.commands ?? null,
    }));
  },
});

/** An unusable answer is malformed, regardless of its fault. */
function attemptError({ code }: HookFailed) {
  return code === 'answer_invalid' || code === 'answer_too_large' ? 'malformed_response' : code;
}
