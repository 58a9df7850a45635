import { httpsUrl } from '../common/text.ts';
import { parseUrl } from '../common/url.ts';

const privateSuffixes = ['.local', '.internal', '.home.arpa', '.localhost'];
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * Whether the host has the form of a public Internet name: several labels, not an address, no
 * private suffix.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[') || ipv4.test(host) || !host.includes('.')) return false;
  return !privateSuffixes.some((suffix) => host.endsWith(suffix));
}

/** An https URL that browsers of end users can open: no user information, no fragment, a public host name. */
export const publicUrl = httpsUrl.refine(
  (value) => {
    const url = parseUrl(value);
    return url !== undefined && !value.includes('#') && isPublicHost(url.hostname);
  },
  { error: 'must be an https URL of a public host name, without a fragment' },
);
