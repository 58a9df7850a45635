import type { Network } from './network.ts';

/** The browser behind a request. */
export interface Browser {
  ip: string;
  network?: Network | undefined;
  userAgent: string;
  acceptLanguage: string;
  /** Of the browser's device cookie. */
  deviceToken?: string | undefined;
  /** Scheme, host and port of the page. */
  origin: string;
  /** The relying party of passkeys: a domain. */
  rpId: string;
}

/** Where a browser is, as siblings ask for it; absent texts are empty. */
export const originOf = ({ ip, userAgent, network }: Browser) => ({
  ip,
  userAgent,
  country: network?.country ?? '',
});
