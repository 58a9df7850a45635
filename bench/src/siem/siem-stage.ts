import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DemoTenant } from '@platform/dev/demo-tenants';
import { builtMainFile } from '@platform/dev/platform-checks';
import { temporaryFolder } from '@platform/testkit/stores';
import { startOneService } from '../one-service.ts';
import { countNumbers, fillLog } from './event-backlog.ts';
import { startSinkReceivers } from './receivers.ts';

const withStandIns = fileURLToPath(new URL('outbound-with-stand-ins.js', import.meta.url));
const patienceMs = 60_000;
const path = '/api/v1/siem/sinks';

/** The delivery of a backlog to a sink. */
export interface Drained {
  perSecond: number;
  missing: number;
  /** MiB that outbound had more than before, at most. */
  growth: number;
}

/** Outbound with what it needs, and destinations for its sinks. */
export async function startSiemStage() {
  const certificates = temporaryFolder('bench-receivers-');
  const receivers = await startSinkReceivers(certificates.path);
  const outbound = await startOneService(
    'outbound',
    ['hub', 'fga', 'directory'],
    () => ({ BENCH_SINK_RECEIVERS: receivers.url }),
    (name) => (name === 'outbound' ? withStandIns : builtMainFile(name)),
  );
  const tenant = outbound.tenants[0] as DemoTenant;
  const call = outbound.as(tenant);
  let names = 0;
  let filled = 0;

  const create = (body: Record<string, unknown>): Promise<{ id: string }> =>
    call('POST', path, {
      name: `bench-${(names += 1)}`,
      filter: { channels: ['lifecycle'], eventTypes: ['user.created'] },
      ...body,
    });
  const remove = (id: string): Promise<unknown> => call('DELETE', `${path}/${id}`);

  return {
    ...outbound,
    tenantId: tenant.tenantId,
    receivers,
    create,
    remove,

    /** Fills the log of the tenant up to this many events. */
    async fill(count: number): Promise<void> {
      await fillLog(outbound.postgresUrl, {
        tenantId: tenant.tenantId,
        from: filled + 1,
        to: count,
      });
      filled = Math.max(filled, count);
    },

    /**
     * Sends the log to a new sink, all of it or what goes through in the time; time counts from its creation on. Gives up when
     * nothing comes for a minute.
     */
    async drain(body: Record<string, unknown>, limitMs = Infinity): Promise<Drained> {
      const numbers = countNumbers(filled);
      const before = outbound.memory();
      const since = performance.now();
      let [peak, last] = [before, since];
      receivers.onContent = (content) => {
        numbers.see(content);
        last = performance.now();
      };
      const { id } = await create({ ...body, startFrom: 'oldest' });
      const isOver = (): boolean => performance.now() - since > limitMs;
      while (numbers.distinct() < filled && performance.now() - last < patienceMs && !isOver()) {
        await pause(20);
        peak = Math.max(peak, outbound.memory());
      }
      // Events come in order: of a run that was cut short, those before the last one must all be there.
      const missing = (isOver() ? numbers.highest() : filled) - numbers.distinct();
      await remove(id);
      return {
        perSecond: (numbers.distinct() * 1_000) / (last - since),
        missing,
        growth: peak - before,
      };
    },

    async stop(): Promise<void> {
      receivers.stop();
      await outbound.stop();
      certificates.remove();
    },
  };
}

export type SiemStage = Awaited<ReturnType<typeof startSiemStage>>;
