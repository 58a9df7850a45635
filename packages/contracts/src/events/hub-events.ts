/** Facts of hub. */
export const hubEvents = {};
