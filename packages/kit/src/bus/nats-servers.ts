/** Servers, and the credentials for them. */
export interface NatsServers {
  servers: string[];
  user?: string;
  pass?: string;
}

/**
 * Returns the NATS library's connection options for URLs separated by commas. The library ignores
 * user information in URLs, unlike other NATS clients; here that of the first URL applies to all
 * servers.
 */
export function natsServers(urls: string): NatsServers {
  const [, user, pass] = /^\w+:\/\/([^:@/,]+):([^@/,]+)@/.exec(urls) ?? [];
  const servers = urls.split(',').map((url) => url.replace(/^(\w+:\/\/)[^@/]*@/, '$1'));
  if (user === undefined || pass === undefined) return { servers };
  return { servers, user: decodeURIComponent(user), pass: decodeURIComponent(pass) };
}
