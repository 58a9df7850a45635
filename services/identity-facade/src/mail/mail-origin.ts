import { isIP } from 'node:net';
import Bowser from 'bowser';
import { isText } from '@platform/contracts';
import type { CredentialRequester } from '@platform/contracts';

/** The place, time and requester of the request behind a mail, if known. Absent texts are empty. */
export interface MailOrigin {
  ip?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  userAgent?: string;
  at?: Date;
  requestedBy?: CredentialRequester;
}

/** A short name of a browser, such as `Firefox, Linux`. Empty if the header has nothing useful. */
function deviceName(userAgent: string): string {
  if (userAgent.trim() === '') return '';
  const { browser, os } = Bowser.parse(userAgent.slice(0, 512));
  const name = [browser.name, os.name].filter(Boolean).join(', ');
  return isText(name) ? name : '';
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
