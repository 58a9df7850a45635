import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

const maxLength = 253;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
// Node's parser strips, decodes or cuts at these, and another domain than the one written would come out.
const notOfAHostName = /[\p{Cc}\s#%/:<>?@[\\\]^|]/u;

/**
 * A host name in normal form: A-labels (UTS 46), lower case, without a trailing dot.
 * @returns undefined for what has fewer than two labels, for IP addresses, and for what is no host name
 */
export function hostNameOf(written: string): string | undefined {
  if (notOfAHostName.test(written)) return undefined;
  const name = domainToASCII(written.normalize('NFC')).toLowerCase().replace(/\.$/, '');
  const labels = name.split('.');
  const isHostName =
    name.length <= maxLength && labels.length >= 2 && labels.every((part) => label.test(part));
  // A name whose last label is a number is an address to some parsers (WHATWG URL §3.5).
  return isHostName && isIP(name) === 0 && !/^[0-9]+$/.test(labels.at(-1) ?? '') ? name : undefined;
}
