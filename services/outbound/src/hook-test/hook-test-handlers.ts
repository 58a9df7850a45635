import { isId } from '@platform/contracts';
import type { IdKind, hookTestOperations } from '@platform/contracts';
import { requireScopes } from '@platform/kit/auth';
import type { Tx } from '@platform/kit/database';
import type { Handler, HandlerContext, Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { takeOfWindow } from '@platform/kit/rate';

type HookTest = (typeof hookTestOperations)['hookTest'];

export type TestContext = HandlerContext<HookTest> & {
  /** Counts the test against the tenant's limit; called once it is valid, before anything is sent. */
  take: (tx: Tx) => Promise<void>;
};

/** Tests one kind of target: one synchronous attempt, outside a transaction. */
export interface HookTester {
  scope: 'tenant:webhooks.write' | 'tenant:siem.write';
  run(context: TestContext): ReturnType<Handler<HookTest>>;
}

export const hookTestHandlers = ({
  testers,
  limit,
  windowMs,
  resourceMetadata,
}: {
  /** By the kind of the id; disabled kinds are undefined. */
  testers: Readonly<Partial<Record<IdKind, HookTester | undefined>>>;
  limit: number;
  windowMs: number;
  resourceMetadata: string;
}): Handlers<typeof hookTestOperations> => {
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
