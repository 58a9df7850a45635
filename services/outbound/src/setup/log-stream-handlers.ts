import { SinkFilter } from '@platform/contracts';
import type { Principal, SinkFilterRules, setupLogStreamOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { problemWithReason, problem } from '@platform/kit/problem';
import { takeOfWindow } from '@platform/kit/rate';
import type { HookTester } from '../hook-test/hook-test-handlers.ts';
import { existingSinkOf, listSinksOf } from '../siem/existing-sink.ts';
import { createSink } from '../siem/sink-creation.ts';
import type { SinkHandlerOptions, SinkHandlers } from '../siem/sink-handler-options.ts';
import { sinkResource } from '../siem/sink-record.ts';

export interface LogStreamOptions extends SinkHandlerOptions {
  handlers: Pick<SinkHandlers, 'siemUpdateSink' | 'siemDeleteSink' | 'siemSinkHealth'>;
  tester: HookTester;
  testLimit: number;
  testWindowMs: number;
}

/** Fewer than those of a tenant, which all organizations share. */
const maxStreams = 5;

/** The organization that a contact sets up. It comes from the token alone. @throws 403 */
function organizationOf({ type, organizationId }: Principal): string {
  if (type !== 'setup' || organizationId === undefined) throw problem('caller_not_allowed');
  return organizationId;
}

const ownFilter = (filter: Partial<SinkFilterRules>, organizationId: string): SinkFilterRules => ({
  ...SinkFilter.parse(filter),
  organizationIds: [organizationId],
});

/** What contacts do with sinks of their organization, by the handlers of administrators. */
export function logStreamHandlers({
  handlers,
  tester,
  testLimit,
  testWindowMs,
  ...options
}: LogStreamOptions): Handlers<typeof setupLogStreamOperations> {
  const requireOwn = (tx: Tx, principal: Principal, id: string) =>
    existingSinkOf(tx, organizationOf(principal), id);

  return {
    async setupLogStreamList({ tx, principal }) {
      const sinks = await listSinksOf(tx, organizationOf(principal));
      return { data: sinks.map(sinkResource), nextCursor: null, hasMore: false };
    },

    async setupLogStreamCreate({ tx, principal, body }) {
      const organizationId = organizationOf(principal);
      if ((await listSinksOf(tx, organizationId)).length >= maxStreams)
        throw problemWithReason('limit_exceeded', {
          code: 'limit_exceeded',
          detail: `An organization can have at most ${maxStreams} log streams`,
        });
      const filter = ownFilter(body.filter ?? {}, organizationId);
      return createSink(options, { tx, principal, body: { ...body, filter } }, organizationId);
    },

    async setupLogStreamUpdate(call) {
      await requireOwn(call.tx, call.principal, call.params.id);
      return handlers.siemUpdateSink(call);
    },

    async setupLogStreamDelete(call) {
      await requireOwn(call.tx, call.principal, call.params.id);
      return handlers.siemDeleteSink(call);
    },

    async setupLogStreamTest(call) {
      await call.read((tx) => requireOwn(tx, call.principal, call.params.id));
      const bucket = `log stream test ${organizationOf(call.principal)}`;
      const take = (tx: Tx): Promise<void> =>
        takeOfWindow(tx, { bucket, what: 'tests', limit: testLimit, windowMs: testWindowMs });
      return tester.run({ ...call, body: undefined, take });
    },

    async setupLogStreamHealth(call) {
      await requireOwn(call.tx, call.principal, call.params.id);
      return handlers.siemSinkHealth(call);
    },
  };
}
