import { nextPlace } from '../chain/chain.ts';
import type { ChainLink, ChainPlace } from '../chain/chain.ts';
import type { Checkpoint } from './export-manifest.ts';

/** A link of a chain, and the head that it leads to. */
export interface WalkedLink {
  link: ChainLink;
  place: ChainPlace;
}

/** Follows a chain from a given head, comparing it with checkpoints on the way. */
export function chainWalk(
  links: AsyncIterator<string>,
  start: ChainPlace,
  checkpoints: ReadonlyMap<number, Checkpoint>,
) {
  let at: WalkedLink | undefined;
  let sealedSeq: number | undefined;
  const place = (): ChainPlace => at?.place ?? start;

  async function step(): Promise<void> {
    const { value, done } = await links.next();
    if (done) throw new Error(`the chain ends at record ${place().seq}`);
    const link = JSON.parse(value) as ChainLink;
    at = { link, place: nextPlace(place(), link) };
    const checkpoint = checkpoints.get(link.seq);
    if (!checkpoint) return;
    if (checkpoint.hash !== at.place.hash)
      throw new Error(`the chain up to record ${link.seq} is not the one that was sealed`);
    sealedSeq = link.seq;
  }

  return {
    /**
     * Follows the chain to a record.
     * @throws Error if the chain is broken, or differs from a checkpoint
     */
    async to(seq: number): Promise<WalkedLink | undefined> {
      while (place().seq < seq) await step();
      return at;
    },
    place,
    /** Whether the chain has no further record. Reads it to its end. */
    async isOver(): Promise<boolean> {
      return (await links.next()).done === true;
    },
    /** Returns the newest checkpoint passed. */
    sealedSeq: (): number | undefined => sealedSeq,
  };
}

/** See {@link chainWalk}. */
export type ChainWalk = ReturnType<typeof chainWalk>;
