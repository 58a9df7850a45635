import type { JsMsg } from '@nats-io/jetstream';
import { backoff } from '../async/retry.ts';
import { positionOf } from './message.ts';
import type { StreamPosition } from './message.ts';

/** A message with the position of the message read before it. */
interface Read {
  message: JsMsg;
  before: StreamPosition | undefined;
}

/** Messages of a failed ordering key, and the later ones of that key. */
interface FailedKey {
  reads: Read[];
  failures: number;
  dueAt: number;
}

const pauses = { firstMs: 1_000, maxMs: 30_000 };

/**
 * Messages of a partition that a consumer has read and not yet applied. Messages of one ordering
 * key keep their order: a failed one is retried after 1 s, doubling up to 30 s, and later messages
 * of its key wait for it.
 */
export function pendingMessages(
  orderingKeyOf: (message: JsMsg) => string,
  {
    begin,
    now = () => performance.now(),
  }: { begin: StreamPosition | undefined; now?: () => number },
) {
  let last = begin;
  const fresh: Read[] = [];
  const failed = new Map<string, FailedKey>();
  /** In reading order. */
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

  /**
   * Takes up to `max` new messages, by ordering key, and up to `max` of each failed key whose pause
   * is over.
   */
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
      last = positionOf(message);
      fresh.push(read);
      unapplied.add(read);
    },

    /** Number of messages not tried yet. */
    fresh: () => fresh.length,
    /** Number of messages not applied yet. */
    size: () => unapplied.size,
    /** Position of the last message read. */
    last: () => last,
    /** Position up to which everything is applied. */
    applied(): StreamPosition | undefined {
      const [first] = unapplied;
      return first ? first.before : last;
    },
    /** Milliseconds until the next failed key is due; undefined if none has failed. */
    pauseMs(): number | undefined {
      if (failed.size === 0) return undefined;
      return Math.max(0, Math.min(...[...failed.values()].map(({ dueAt }) => dueAt)) - now());
    },

    /**
     * Applies due messages, one ordering key after the other.
     * @param apply applies messages of one key, in order; when it rejects, none of them counts as
     * applied
     * @param onFailure receives the error of `apply`; if it throws, the rest stays pending
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
