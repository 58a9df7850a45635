import type { EgressProfileName } from './profiles.ts';
import type { Resolve } from './resolution.ts';
import type { ConnectTcp } from './socket.ts';

/** Settings of the operator and of tests; the profile determines everything else. */
export interface EgressOptions {
  profile: EgressProfileName;
  /**
   * Exact host names (or literals) that may be called whatever they resolve to. Exempt only from
   * host and address rules, and called without `proxyUrl`.
   */
  allowedHosts?: Iterable<string>;
  /** Hosts that profile `claims-webhook` may call over http. */
  plainHttpHosts?: Iterable<string>;
  /** Development: allows http for profiles `webhooks` and `hooks`. */
  allowInsecureHttp?: boolean;
  /**
   * `scheme://host[:port]` of base URLs that the operator, never a tenant, has configured: exempt
   * from the rules of scheme, host, port and address.
   */
  trustedOrigins?: Iterable<string>;
  /** The domain and its subdomains are ours: webhooks must not call them. */
  platformDomain?: string;
  /** `platform.outbound-http.allowed-networks`: may be called although they are not public. */
  allowedNetworks?: Iterable<string>;
  /** `platform.outbound-http.denied-networks`: never called, except for allowed hosts. */
  deniedNetworks?: Iterable<string>;
  /**
   * `platform.outbound-http.proxy-url`: http or https, optionally with credentials. Used for all
   * hosts except `allowedHosts`.
   */
  proxyUrl?: string;
  /** PEM of authorities trusted in addition to the public roots. */
  extraCa?: string;
  resolver?: Resolve;
  /**
   * How long the checked addresses of a host are used for further calls; default 0: each call
   * resolves the host, or shares a resolution that is in progress.
   */
  addressesTtlMs?: number;
  /** Time limit for establishing a connection, including TLS; default 5 s. */
  connectTimeoutMs?: number;
  connect?: ConnectTcp;
  /** Milliseconds, monotonic. */
  clock?: () => number;
}
