/** Hours that the list of events goes back. */
export const eventPeriods = ['1', '24', '168', '720'] as const;
