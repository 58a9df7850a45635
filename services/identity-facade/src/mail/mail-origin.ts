import { isIP } from 'node:net';
import type { CredentialRequester } from '@platform/contracts';
import { deviceName } from '@platform/kit/user-agent';

/** The place, time and requester of the request behind a mail, if known. Absent texts are empty. */
export interface MailOrigin {
  ip?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  userAgent?: string;
  at?: Date;
  requestedBy?: CredentialRequester;
}

/** The variables for an origin. */
export function originVariables({
  ip = '',
  country = '',
  userAgent = '',
  at,
  requestedBy,
}: MailOrigin): Record<string, string> {
  const known = {
    'request.ip': isIP(ip) ? ip : '',
    'request.country': /^[A-Z]{2}$/.test(country) ? country : '',
    'request.userAgent': deviceName(userAgent),
    'request.time': at?.toISOString() ?? '',
    'request.requestedBy': requestedBy ?? '',
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ''));
}

/** The name of a country in the language of a mail; anything but a code is shown unchanged. */
export function countryName(country: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  return new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country;
}
