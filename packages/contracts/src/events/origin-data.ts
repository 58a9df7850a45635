/** Where the request behind an event was sent from, as far as it is known. Absent texts are empty or null. */
export interface RequestOrigin {
  ip?: string | null | undefined;
  /** Of the address; ISO 3166-1 alpha-2. */
  country?: string | null | undefined;
  userAgent?: string | null | undefined;
}

/** The members of an event's `data` that say so. `sourceIp` is the same as `ip`. */
export const originData = ({ ip, country, userAgent }: RequestOrigin): Record<string, string> => ({
  ...(ip && { ip, sourceIp: ip }),
  ...(country && { country }),
  ...(userAgent && { userAgent: userAgent.slice(0, 512) }),
});
