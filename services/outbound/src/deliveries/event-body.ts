/** The body of an event, which deliveries to several endpoints share. */
export interface EventBody {
  /** Returns the event as stored. */
  full(): Buffer;
  /** Returns the event with `{}` as its data, for endpoints that get ids only. */
  thin(): Buffer;
}

/** Encodes each form when it is first sent. */
export function eventBody(stored: string): EventBody {
  let full: Buffer | undefined;
  let thin: Buffer | undefined;
  return {
    full: () => (full ??= Buffer.from(stored)),
    thin: () =>
      (thin ??= Buffer.from(JSON.stringify({ ...(JSON.parse(stored) as object), data: {} }))),
  };
}
