import { setCount } from './counter.ts';
import { newCounter, unpublished, windowOf } from './rate-entry.ts';
import { rateEntryOf } from './rate-ledger.ts';
import type { RateLedger } from './rate-ledger.ts';
import type { RateCounts, RateShare } from './rate-share.ts';

const publishMillis = 200;
/** Maximum number of counts per message, to stay below the bus's message size limit. */
const publishBatch = 2_000;

/** State of exchanging counts with the other pods. */
interface Publishing {
  readonly ledger: RateLedger;
  readonly share: RateShare;
  readonly pod: string;
  readonly changed: Set<string>;
  /** Other pods may have missed published counts, because the bus was unavailable. */
  isPending: boolean;
}

function countsOf({ entries }: RateLedger, ids: Iterable<string>): RateCounts['counts'] {
  const counts: RateCounts['counts'] = [];
  for (const id of ids) {
    const entry = entries.peek(id);
    if (entry === undefined) continue;
    for (const [window, count] of unpublished(entry)) counts.push([id, window, count]);
  }
  return counts;
}

function publish(publishing: Publishing, ids: Iterable<string>): void {
  const { ledger, share, pod } = publishing;
  if (!share.isConnected()) return void (publishing.isPending = true);
  const counts = countsOf(ledger, ids);
  try {
    for (let i = 0; i < counts.length; i += publishBatch)
      share.publish({ pod, counts: counts.slice(i, i + publishBatch) });
  } catch {
    return void (publishing.isPending = true);
  }
  for (const [id, window, count] of counts)
    setCount(rateEntryOf(ledger, id).published, window, count);
}

function forgetPublished(publishing: Publishing): void {
  publishing.isPending = false;
  for (const [id, entry] of publishing.ledger.entries.entries()) {
    entry.published = newCounter();
    publishing.changed.add(id);
  }
}

function flush(publishing: Publishing): void {
  const { ledger, share, changed } = publishing;
  if (!share.isConnected()) {
    publishing.isPending = true;
    // All of them are published after the reconnect.
    return changed.clear();
  }
  if (publishing.isPending) forgetPublished(publishing);
  publish(publishing, changed);
  for (const id of changed) {
    const entry = ledger.entries.peek(id);
    if (entry === undefined || unpublished(entry).length === 0) changed.delete(id);
  }
}

function hear({ ledger, pod }: Publishing, heard: RateCounts): void {
  if (heard.pod === pod) return;
  const window = windowOf(ledger.now() / 1000);
  for (const [id, theirs, counted] of heard.counts) {
    // Accepts a clock that is one window off; anything further would overwrite valid counts.
    if (Math.abs(theirs - window) > 1 || !(counted >= 0)) continue;
    const { peers } = rateEntryOf(ledger, id);
    const counter = peers.get(heard.pod) ?? newCounter();
    setCount(counter, theirs, counted);
    peers.set(heard.pod, counter);
    for (const [other, { window: last }] of peers) if (last < window - 1) peers.delete(other);
  }
}

/**
 * Publishes the changes of a ledger every 200 ms, and adds the counts that other pods publish. Does
 * nothing in a pod that counts alone.
 */
export function ratePublishing(ledger: RateLedger, share: RateShare | undefined, pod: string) {
  const { changed } = ledger;
  if (share === undefined || changed === undefined)
    return { publishNow: () => undefined, flush: () => undefined, close: () => undefined };
  const publishing: Publishing = { ledger, share, pod, changed, isPending: false };
  share.onCounts((heard) => hear(publishing, heard));
  const timer = setInterval(() => flush(publishing), publishMillis).unref();
  return {
    /** Publishes changes under these keys immediately. */
    publishNow: (ids: readonly string[]) =>
      publish(
        publishing,
        ids.filter((id) => changed.has(id)),
      ),
    flush: () => flush(publishing),
    close: () => clearInterval(timer),
  };
}
