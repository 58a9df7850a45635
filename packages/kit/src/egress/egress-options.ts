import type { EgressProfileName } from './profiles.ts';
import type { Resolve } from './resolution.ts';
import type { ConnectTcp } from './socket.ts';

/** What the operator and a test may set; all else is the profile's. */
export interface EgressOptions {
  profile: EgressProfileName;
  /** Exact host names (or literals) that may be called whatever they resolve to; they skip host and address rules only, and are called past `proxyUrl`. */
  allowedHosts?: Iterable<string>;
  /** Hosts that profile `claims-webhook` may call by http. */
  plainHttpHosts?: Iterable<string>;
  /** Development: http for profiles `webhooks` and `hooks`. */
  allowInsecureHttp?: boolean;
  /** `scheme://host[:port]` of base URLs that the operator, never a tenant, has set: rules of scheme, host, port and address do not hold for them. */
  trustedOrigins?: Iterable<string>;
  /** Hosts at or below it are ours: webhooks do not go there. */
  platformDomain?: string;
  /** `platform.outbound-http.allowed-networks`: may be called though not public. */
  allowedNetworks?: Iterable<string>;
  /** `platform.outbound-http.denied-networks`: never called, but for allowed hosts. */
  deniedNetworks?: Iterable<string>;
  /** `platform.outbound-http.proxy-url`: http or https, with credentials if need be. The way to all but `allowedHosts`. */
  proxyUrl?: string;
  /** PEM text, trusted beside the public roots. */
  extraCa?: string;
  resolver?: Resolve;
  /** The most that a connection may take to be usable, TLS included; 5 s by default. */
  connectTimeoutMs?: number;
  connect?: ConnectTcp;
  /** Milliseconds, monotonic. */
  clock?: () => number;
}
