import { isId } from '@platform/contracts';
import type { IdKind, hookTestOperations } from '@platform/contracts';
import { requireScopes } from '@platform/kit/auth';
import type { Tx } from '@platform/kit/database';
import type { Handler, HandlerContext, Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { takeOfWindow } from '@platform/kit/rate';

type HookTest = (typeof hookTestOperations)['hookTest'];

/** A test that was asked for. */
export type TestContext = HandlerContext<HookTest> & {
  /** Counts the test against the tenant's limit: once it is known to be possible, before anything is sent. */
  take: (tx: Tx) => Promise<void>;
};

/** Tests one kind of target: one synchronous attempt, outside of any transaction. */
export interface HookTester {
  scope: 'tenant:webhooks.write' | 'tenant:siem.write';
  run(context: TestContext): ReturnType<Handler<HookTest>>;
}

export interface HookTestOptions {
  /** By the kind of the id; kinds that are switched off have none. */
  testers: Readonly<Partial<Record<IdKind, HookTester | undefined>>>;
  limit: number;
  windowMs: number;
  resourceMetadata: string;
}

/** Handler of the test, whatever is tested. */
export const hookTestHandlers = ({
  testers,
  limit,
  windowMs,
  resourceMetadata,
}: HookTestOptions): Handlers<typeof hookTestOperations> => {
  const take = (tx: Tx): Promise<void> =>
    takeOfWindow(tx, { bucket: 'hook-test', what: 'tests', limit, windowMs });
  return {
    hookTest(context) {
      const { id } = context.params;
      const [, tester] = Object.entries(testers).find(([kind]) => isId(kind as IdKind, id)) ?? [];
      if (!tester) throw problem('not_found');
      requireScopes({ allOf: [tester.scope] }, context.principal.scopes, resourceMetadata);
      return tester.run({ ...context, take });
    },
  };
};
