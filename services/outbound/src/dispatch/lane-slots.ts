import type { Slot, SlotOwner, SharedSlots } from '@platform/kit/delivery';

/** Slots that a lane has and does not use yet. */
export interface LaneSlots {
  /** Reserves up to `wanted` slots. Returns the number of reserved slots. */
  reserve(wanted: number): number;
  /** Takes a reserved slot for an attempt. */
  use(): Slot | undefined;
  /** Releases the unused slots. */
  release(): void;
}

/** Returns the slots of a lane, starting with the one that it was claimed for. */
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
