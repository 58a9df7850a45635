import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '@platform/dev/postgres';
import { startEventsStage, tenantsApart } from './events-stage.ts';
import { newHistogram } from './histogram.ts';

const phase = { rounds: 10, tenants: 16, pauseMs: 50, betweenMs: 3_000, longestMs: 30_000 };
const claimedMs = 2_000;

type Stage = Awaited<ReturnType<typeof startEventsStage>>;
type Signal = 'SIGKILL' | 'SIGTERM';

/** Commits an event of each tenant in turn, one every {@link phase.pauseMs}, until it is stopped. */
function commitSteadily({ commitFacts }: Stage, tenants: readonly string[]) {
  const stop = new AbortController();
  let committed = 0;
  const committing = (async () => {
    while (!stop.signal.aborted) {
      await commitFacts(1, [tenants[committed % tenants.length] as string]);
      committed += 1;
      await pause(phase.pauseMs);
    }
  })();
  return {
    committed: () => committed,
    async stop() {
      stop.abort();
      await committing;
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** From the signal to the only process on: how long no event is stored at the longest, and when its successor has stored all that were committed. */
async function interrupt(
  stage: Stage,
  stored: () => Promise<number>,
  signal: Signal,
  committed: () => number,
) {
  const pid = stage.outboundPid();
  if (pid === undefined) throw new Error('outbound does not run');
  const since = performance.now();
  process.kill(pid, signal);
  let [count, changedAt, standstill] = [await stored(), since, 0];
  for (let owed: number | undefined; owed === undefined || count < owed; await pause(10)) {
    const next = await stored();
    const now = performance.now();
    if (next > count) {
      standstill = Math.max(standstill, now - changedAt);
      [count, changedAt] = [next, now];
      if (!isAlive(pid)) owed ??= committed();
    }
    if (now - since > phase.longestMs) throw new Error('ingestion did not resume');
  }
  const caughtUp = performance.now() - since;
  await pause(phase.betweenMs);
  return { standstill, caughtUp };
}

async function measure(signal: Signal) {
  const stage = await startEventsStage();
  const tenants = tenantsApart(phase.tenants);
  try {
    return await withClient(stage.postgresUrl, async (client) => {
      const stored = async (): Promise<number> => {
        const { rows } = await client.query(
          'SELECT coalesce(sum(last_seq), 0)::int AS n FROM outbound.event_heads WHERE tenant_id = ANY ($1)',
          [tenants],
        );
        return rows[0].n;
      };
      const load = commitSteadily(stage, tenants);
      while ((await stored()) <= phase.tenants) await pause(10);
      await pause(phase.betweenMs);
      const [standstill, caughtUp] = [newHistogram(), newHistogram()];
      for (let round = 0; round < phase.rounds; round++) {
        const times = await interrupt(stage, stored, signal, load.committed);
        standstill.add(times.standstill * 1_000);
        caughtUp.add(times.caughtUp * 1_000);
      }
      await load.stop();
      return { signal, standstill, caughtUp };
    });
  } finally {
    await stage.stop();
  }
}

/** Measures how long events wait when the only outbound process exits and is restarted immediately. */
export async function measureResume() {
  const measured = [await measure('SIGKILL'), await measure('SIGTERM')];
  const rows = measured.map(({ signal, standstill, caughtUp }) => [
    signal,
    ...[standstill.at(50), standstill.at(100), caughtUp.at(50), caughtUp.at(100)].map((micros) =>
      (micros / 1_000).toFixed(0),
    ),
  ]);
  const holds = measured.every(({ standstill }) => standstill.at(100) / 1_000 < claimedMs);
  return { rows, holds, rounds: phase.rounds, claimedMs };
}
