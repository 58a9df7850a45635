import { setTimeout as delay } from 'node:timers/promises';

const minuteSeconds = 60;

/**
 * Waits for the next minute if less than this is left of the current one. Limits count by minutes
 * of the clock, so calls that a test wants counted together must not fall into two of them.
 */
export async function roomInMinute(seconds = 15): Promise<void> {
  const left = minuteSeconds - ((Date.now() / 1000) % minuteSeconds);
  if (left < seconds) await delay(left * 1000 + 50);
}
