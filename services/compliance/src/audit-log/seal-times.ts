import { crc32 } from '@platform/contracts';
import { nextRun } from '@platform/kit/jobs';

/** Returns the time at which a log is sealed that has grown since its last checkpoint. */
export type SealTimeOf = (tenantId: string, now: Date) => Date;

/** An interval between two times of the schedule. */
interface Interval {
  end: number;
  lengthMs: number;
}

const places = 2 ** 32;

/**
 * Gives each tenant its own time within every interval of a cron expression, so that the work of
 * all is spread evenly. A log is due at most one interval after it has grown.
 */
export function sealTimes(schedule: string): SealTimeOf {
  let latest: Interval | undefined;

  function intervalAt(now: Date): Interval {
    if (latest && now.getTime() < latest.end && now.getTime() >= latest.end - latest.lengthMs)
      return latest;
    const end = nextRun(schedule, now);
    latest = { end: end.getTime(), lengthMs: nextRun(schedule, end).getTime() - end.getTime() };
    return latest;
  }

  return (tenantId, now) => {
    const { end, lengthMs } = intervalAt(now);
    const own = end - lengthMs + Math.floor((crc32(tenantId) / places) * lengthMs);
    return new Date(own > now.getTime() ? own : own + lengthMs);
  };
}
