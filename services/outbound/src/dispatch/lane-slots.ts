import type { Slot, SlotOwner, SharedSlots } from '@platform/kit/delivery';

/** Slots that a lane has and does not use yet. */
export interface LaneSlots {
  /** Has so many slots at hand if it can; answers how many it has. */
  reserve(wanted: number): number;
  /** One of them, for an attempt. */
  use(): Slot | undefined;
  /** Gives back those that are not used. */
  release(): void;
}

/** The slots of a lane, beginning with the one that it was claimed for. */
export function laneSlots(
  slots: Pick<SharedSlots, 'take'>,
  owner: SlotOwner,
  first: Slot,
): LaneSlots {
  const unused = [first];
  return {
    reserve(wanted) {
      while (unused.length > wanted) unused.pop()?.release();
      while (unused.length < wanted) {
        const slot = slots.take(owner);
        if (!slot) break;
        unused.push(slot);
      }
      return unused.length;
    },
    use: () => unused.pop(),
    release() {
      for (const slot of unused.splice(0)) slot.release();
    },
  };
}
