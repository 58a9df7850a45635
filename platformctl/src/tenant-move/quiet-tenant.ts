import { setTimeout as pause } from 'node:timers/promises';
import { callOptions, patiently } from '../connection.ts';
import type { ServerConnectionOptions } from '../connection.ts';
import { withEachMove } from './move-services.ts';

const betweenMs = 2_000;
/** Consecutive looks that find nothing in progress and nothing changed. */
const quietLooks = 3;
const patienceMs = 300_000;

/** The activity of a tenant in all services. */
export interface Activity {
  /** Work in progress: `directory: job user_bulk`. */
  pending: string[];
  /** Changes with every event of the tenant. */
  position: string;
}

/** Asks every service. */
export async function activityOf(
  options: ServerConnectionOptions,
  tenantId: string,
): Promise<Activity> {
  const found = await withEachMove(options, async (client, service) => ({
    service,
    ...(await patiently(() => client.Activity({ tenantId }, callOptions()))),
  }));
  return {
    pending: found.flatMap(({ service, pending }) => pending.map((one) => `${service}: ${one}`)),
    position: found.map(({ position }) => position).join(' / '),
  };
}

/** Waits until a suspended tenant has come to rest in every service. Returns the position from which on nothing may change. */
export async function untilQuiet(
  look: () => Promise<Activity>,
  report: (pending: readonly string[]) => void,
  wait: () => Promise<unknown> = () => pause(betweenMs),
): Promise<string> {
  let last: string | undefined;
  for (let looks = 0, waitedMs = 0; ; waitedMs += betweenMs) {
    const { pending, position } = await look();
    looks = pending.length === 0 && position === last ? looks + 1 : 0;
    last = position;
    if (looks === quietLooks - 1) return position;
    if (waitedMs >= patienceMs)
      throw new Error(
        `The tenant has not come to rest: ${pending.join(', ') || 'events are still being applied'}. Let the work end or cancel it (\`jobs list --tenant\`), and repeat the export.`,
      );
    report(pending);
    await wait();
  }
}
