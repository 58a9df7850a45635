/** Servers, and who signs in at them. */
export interface NatsServers {
  servers: string[];
  user?: string;
  pass?: string;
}

/**
 * Options that the NATS library connects with, for URLs joined by commas. The library ignores user information in URLs,
 * which other NATS clients read; here the first URL's holds for all servers.
 */
export function natsServers(urls: string): NatsServers {
  const [, user, pass] = /^\w+:\/\/([^:@/,]+):([^@/,]+)@/.exec(urls) ?? [];
  const servers = urls.split(',').map((url) => url.replace(/^(\w+:\/\/)[^@/]*@/, '$1'));
  if (user === undefined || pass === undefined) return { servers };
  return { servers, user: decodeURIComponent(user), pass: decodeURIComponent(pass) };
}
