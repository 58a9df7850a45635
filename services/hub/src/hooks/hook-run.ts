import type { HookCallBody, HookCommandBody, HookStageName } from '@platform/contracts';
import type { BreakerFamily } from '@platform/kit/breaker';
import { HookFailed } from '@platform/siblings/hooks';
import type { CallHook, HookFailure } from '@platform/siblings/hooks';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import type { RateWindows } from '@platform/kit/rate';
import type { InlineHook } from '@platform/protos';
import type { StageHooksOf } from './stage-hooks.ts';

/** The request to the hooks of a stage. Every hook gets the same one, regardless of earlier responses. */
export type StageQuestion = Omit<HookCallBody, 'requestId' | 'hookId' | 'stage'>;

/** The reason that a hook failed. */
export type StageFailure =
  HookFailure | 'breaker_open' | 'rate_limited' | 'stage_timeout' | 'hooks_unknown';

/** A hook that fails closed has failed, so the operation must be rejected. `cause` is for the log. */
export class StageFailed extends Error {
  readonly reason: StageFailure;

  constructor(reason: StageFailure, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'StageFailed';
    this.reason = reason;
  }
}

/** The decision of the hooks of a stage. */
export interface StageOutcome {
  /** The denial of the first hook that denies. Later hooks are not called. */
  denied: { message: string } | undefined;
  /** All other commands, in order. */
  commands: Exclude<HookCommandBody, { type: 'deny' }>[];
}

/** Runs the hooks of a stage, or one hook of a login flow. */
export interface HookRuns {
  /** False if the stage is known to have no hooks, and need not be run. */
  mayHave(tenantId: string, stage: HookStageName): boolean;
  /** @throws StageFailed if a hook that fails closed fails */
  stage(
    stage: Exclude<HookStageName, 'login_flow'>,
    question: StageQuestion,
  ): Promise<StageOutcome>;
  /** Runs the hook of a login flow step within the step's timeout. @throws StageFailed if it fails, even if it fails open */
  step(step: { hookId: string; timeoutMs: number }, question: StageQuestion): Promise<StageOutcome>;
}

export interface HookRunOptions {
  hooksOf: StageHooksOf;
  call: CallHook;
  breakers: BreakerFamily;
  windows: Pick<RateWindows, 'take'>;
  /** The maximum number of calls per minute for a tenant's stage; 0 for no limit. */
  perMinute: number;
  log: Logger;
  metrics: Metrics;
  now?: () => number;
}

/** The time limit of all hooks of a stage together, because a person waits. */
const stageMs = 5_000;

const nothing: StageOutcome = { denied: undefined, commands: [] };

const concerns = ({ clientIds }: InlineHook, { client }: StageQuestion): boolean =>
  clientIds.length === 0 || (client !== null && clientIds.includes(client.id));

/** Calls inline hooks. Responses are not cached, and no database connection is in use during a call. */
export function hookRuns({
  hooksOf,
  call,
  breakers,
  windows,
  perMinute,
  log,
  metrics,
  now = () => performance.now(),
}: HookRunOptions): HookRuns {
  const calls = metrics.counter('hub_hook_calls_total');
  const ignoredCommands = metrics.counter('hub_hook_commands_ignored_total');

  async function ask(
    hook: InlineHook,
    stage: HookStageName,
    question: StageQuestion,
    timeoutMs: number,
  ): Promise<HookCommandBody[]> {
    const { tenantId } = question;
    if (timeoutMs <= 0) throw new StageFailed('stage_timeout');
    const check = { name: 'hooks', key: `${tenantId} ${stage}`, limit: perMinute };
    if (!windows.take([check]).allowed) throw new StageFailed('rate_limited');
    const { url, headers, secrets } = hook;
    const answer = await breakers.run(`${tenantId} ${new URL(url).host}`, () =>
      call({ ...question, hookId: hook.id, stage }, { url, headers, secrets, timeoutMs }),
    );
    if (answer.ignored > 0) ignoredCommands.inc({ stage }, answer.ignored);
    return answer.commands;
  }

  /** Calls a hook and returns its commands. @throws StageFailed */
  async function answered(
    hook: InlineHook,
    stage: HookStageName,
    question: StageQuestion,
    timeoutMs: number,
  ): Promise<HookCommandBody[]> {
    try {
      const commands = await ask(hook, stage, question, timeoutMs);
      calls.inc({ stage, result: 'answered' });
      return commands;
    } catch (error) {
      const failure =
        error instanceof StageFailed
          ? error
          : error instanceof HookFailed
            ? new StageFailed(error.code, error)
            : undefined;
      if (!failure) throw error;
      calls.inc({ stage, result: failure.reason });
      const { tenantId } = question;
      log.warn(
        { tenantId, hookId: hook.id, stage, reason: failure.reason },
        'an inline hook failed',
      );
      throw failure;
    }
  }

  /** Reads the hooks of a stage. If that fails, sign-ins and registrations are denied, and tokens are issued as if there were none (ADR 57). */
  async function known(tenantId: string, stage: HookStageName): Promise<readonly InlineHook[]> {
    try {
      return await hooksOf(tenantId, stage);
    } catch (cause) {
      log.warn({ err: cause, tenantId, stage }, 'the inline hooks of a stage could not be read');
      calls.inc({ stage, result: 'hooks_unknown' });
      if (stage === 'token_issue' || stage === 'client_credentials') return [];
      throw new StageFailed('hooks_unknown', cause);
    }
  }

  function added(outcome: StageOutcome, given: readonly HookCommandBody[]): StageOutcome {
    const deny = given.find((command) => command.type === 'deny');
    const others = given.filter((command) => command.type !== 'deny');
    return {
      denied: deny && { message: deny.message },
      commands: [...outcome.commands, ...others],
    };
  }

  return {
    mayHave(tenantId, stage) {
      const hooks = hooksOf(tenantId, stage);
      if (!(hooks instanceof Promise)) return hooks.length > 0;
      // Callers that run the stage get the rejection.
      hooks.catch(() => undefined);
      return true;
    },

    async stage(stage, question) {
      const hooks = await known(question.tenantId, stage);
      const endsAt = now() + stageMs;
      let outcome = nothing;
      for (const hook of hooks) {
        if (!concerns(hook, question)) continue;
        const timeoutMs = Math.min(hook.timeoutMs, Math.floor(endsAt - now()));
        const given = await answered(hook, stage, question, timeoutMs).catch((error: unknown) => {
          if (error instanceof StageFailed && hook.failureMode === 'open') return [];
          throw error;
        });
        outcome = added(outcome, given);
        if (outcome.denied) break;
      }
      return outcome;
    },

    async step({ hookId, timeoutMs }, question) {
      const hooks = await known(question.tenantId, 'login_flow');
      const hook = hooks.find(({ id }) => id === hookId);
      if (!hook) throw new StageFailed('hooks_unknown');
      return added(nothing, await answered(hook, 'login_flow', question, timeoutMs));
    },
  };
}
