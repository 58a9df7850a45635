/** The known origin of the request behind an event. Unknown members are empty, null or absent. */
export interface RequestOrigin {
  ip?: string | null | undefined;
  /** Country of the address, ISO 3166-1 alpha-2. */
  country?: string | null | undefined;
  userAgent?: string | null | undefined;
}

/** Returns the members of an event's `data` that describe the origin. `sourceIp` equals `ip`. */
export const originData = ({ ip, country, userAgent }: RequestOrigin): Record<string, string> => ({
  ...(ip && { ip, sourceIp: ip }),
  ...(country && { country }),
  ...(userAgent && { userAgent: userAgent.slice(0, 512) }),
});
