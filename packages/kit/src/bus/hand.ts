import type { JsMsg } from '@nats-io/jetstream';
import { backoff } from '../async/retry.ts';
import { placeOf } from './message.ts';
import type { Place } from './message.ts';

/** A message with the place of the one that was read before it. */
interface Read {
  message: JsMsg;
  before: Place | undefined;
}

/** Messages of an ordering key that failed, and those that came behind them. */
interface FailedKey {
  reads: Read[];
  failures: number;
  dueAt: number;
}

const pauses = { firstMs: 1_000, maxMs: 30_000 };

/**
 * What a consumer has read of a partition and not applied. Messages of one ordering key keep their order: what fails is due
 * again after 1 s doubling to 30 s, and whatever comes for its key waits behind it.
 */
export function hand(
  orderingKeyOf: (message: JsMsg) => string,
  { begin, now = () => performance.now() }: { begin: Place | undefined; now?: () => number },
) {
  let last = begin;
  const fresh: Read[] = [];
  const failed = new Map<string, FailedKey>();
  /** In the order they were read. */
  const unapplied = new Set<Read>();

  function putBack(key: string, reads: readonly Read[]): void {
    const failures = (failed.get(key)?.failures ?? 0) + 1;
    failed.set(key, {
      reads: [...reads, ...(failed.get(key)?.reads ?? [])],
      failures,
      dueAt: now() + backoff(pauses, failures),
    });
  }

  function markApplied(key: string, reads: readonly Read[]): void {
    for (const read of reads) unapplied.delete(read);
    const rest = failed.get(key)?.reads ?? [];
    if (rest.length > 0) failed.set(key, { reads: rest, failures: 0, dueAt: now() });
    else failed.delete(key);
  }

  /** Up to `max` messages that came last, by ordering key, and as many of each key whose pause is over. */
  function takeDue(max: number): Map<string, Read[]> {
    const due = new Map<string, Read[]>();
    for (const read of fresh.splice(0, max)) {
      const key = orderingKeyOf(read.message);
      const behind = failed.get(key)?.reads ?? due.get(key);
      if (behind) behind.push(read);
      else due.set(key, [read]);
    }
    for (const [key, { reads, dueAt }] of failed)
      if (dueAt <= now()) due.set(key, reads.splice(0, max));
    return due;
  }

  return {
    add(message: JsMsg): void {
      const read = { message, before: last };
      last = placeOf(message);
      fresh.push(read);
      unapplied.add(read);
    },

    /** Messages that were not tried yet. */
    fresh: () => fresh.length,
    /** All messages in hand. */
    size: () => unapplied.size,
    /** The last message that was read. */
    last: () => last,
    /** Everything up to here is applied. */
    applied(): Place | undefined {
      const [first] = unapplied;
      return first ? first.before : last;
    },
    /** Milliseconds until a failed key is due; undefined when none has failed. */
    pauseMs(): number | undefined {
      if (failed.size === 0) return undefined;
      return Math.max(0, Math.min(...[...failed.values()].map(({ dueAt }) => dueAt)) - now());
    },

    /**
     * Applies what is due, one ordering key after the other.
     * @param apply applies messages of one key, in their order; when it rejects, none of them counts as applied
     * @param onFailure is told what `apply` rejected with; when it throws, the rest stays in hand
     */
    async applyDue(
      max: number,
      apply: (messages: JsMsg[]) => Promise<void>,
      onFailure: (error: unknown, messages: JsMsg[]) => void,
    ): Promise<void> {
      for (const [key, reads] of takeDue(max)) {
        const messages = reads.map(({ message }) => message);
        try {
          await apply(messages);
        } catch (error) {
          onFailure(error, messages);
          putBack(key, reads);
          continue;
        }
        markApplied(key, reads);
      }
    },
  };
}
