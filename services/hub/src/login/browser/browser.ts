import type { Network } from './network.ts';

/** The browser that sent a request. */
export interface Browser {
  ip: string;
  network?: Network | undefined;
  userAgent: string;
  acceptLanguage: string;
  /** Value of the device cookie. */
  deviceToken?: string | undefined;
  /** Scheme, host and port of the page. */
  origin: string;
  /** Relying party id of passkeys: a domain. */
  rpId: string;
}

/** The address, user agent and country of a browser for calls to other services. Unknown values are empty. */
export const browserFields = ({ ip, userAgent, network }: Browser) => ({
  ip,
  userAgent,
  country: network?.country ?? '',
});
