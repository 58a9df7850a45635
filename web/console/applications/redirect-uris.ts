import type { Application } from '@platform/sdk';
import { linesOf } from '../../client/lines.ts';

/** What is wrong with an address, as the key of a message. The platform decides; this is about what cannot be right. */
export type AddressFault =
  'notAbsolute' | 'fragment' | 'wildcard' | 'userInformation' | 'notHttps' | 'scheme' | 'origin';

type Type = Application['type'];

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

const isPlainHttp = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !loopbackHosts.includes(hostname);

/** What is wrong with a redirect URI. Addresses are compared exactly, so that a wildcard would match nothing. */
export function redirectUriFault(text: string, type: Type): AddressFault | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\S+$/i.test(text) || !URL.canParse(text)) return 'notAbsolute';
  if (text.includes('#')) return 'fragment';
  if (text.includes('*')) return 'wildcard';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'userInformation';
  if (['https:', 'http:'].includes(url.protocol)) {
    if (!/^https?:\/\/[^/?]/i.test(text)) return 'notAbsolute';
    return isPlainHttp(url) ? 'notHttps' : undefined;
  }
  return type === 'native' && url.protocol.includes('.') ? undefined : 'scheme';
}

/** What is wrong with an origin from which browsers call. */
export function originFault(text: string): AddressFault | undefined {
  if (!URL.canParse(text) || new URL(text).origin !== text) return 'origin';
  return isPlainHttp(new URL(text)) ? 'notHttps' : undefined;
}

/** The first line with a fault. */
export function firstFault(
  text: string,
  faultOf: (line: string) => AddressFault | undefined,
): { line: string; fault: AddressFault } | undefined {
  for (const line of linesOf(text)) {
    const fault = faultOf(line);
    if (fault) return { line, fault };
  }
  return undefined;
}
