import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';
import { invalid } from '@platform/kit/problem';
import { getDomain, getPublicSuffix } from 'tldts';

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const psl = { allowPrivateDomains: true };

/** A host name as A-labels (UTS #46), lower-case, without a trailing dot; undefined if it is invalid. */
export function hostNameOf(text: string): string | undefined {
  const name = text.normalize('NFC').replace(/\.$/, '');
  // Characters that the URL parser treats as the end of a host, or ignores.
  if (/[\s/\\:@?#%*_[\]]/.test(name) || name === '') return undefined;
  const ascii = domainToASCII(name);
  const labels = ascii.split('.');
  const isName = labels.length >= 2 && labels.every((each) => label.test(each));
  return isName && ascii.length <= 253 && isIP(ascii) === 0 ? ascii : undefined;
}

/** A host name in Unicode, for display. */
export const unicodeName = (domain: string): string => domainToUnicode(domain);

/** Whether the name is the apex of its zone, where a CNAME cannot exist (RFC 1912 §2.4). */
export const isApex = (domain: string): boolean => getDomain(domain, psl) === domain;

const isAtOrBelow = (domain: string, suffix: string): boolean => {
  const parent = suffix.replace(/^\./, '');
  return domain === parent || domain.endsWith(`.${parent}`);
};

/** Validates the requested name. @throws 422 `invalid_format`, `domain_not_allowed` */
export function requireDomain(text: string, reserved: readonly string[]): string {
  const domain = hostNameOf(text);
  if (domain === undefined)
    throw invalid(
      '/domain',
      'invalid_format',
      'must be a host name of at least two labels, without scheme, port, path or wildcard',
    );
  if (getPublicSuffix(domain, psl) === domain)
    throw invalid('/domain', 'domain_not_allowed', 'is a public suffix');
  if (reserved.some((suffix) => isAtOrBelow(domain, suffix)))
    throw invalid('/domain', 'domain_not_allowed', 'belongs to the platform');
  return domain;
}

/** The RP ID of passkeys: the domain, or a parent up to the registrable domain (WebAuthn §5.1.2). @throws 422 */
export function requireRpId(text: string | undefined, domain: string): string {
  if (text === undefined) return domain;
  const rpId = hostNameOf(text);
  const registrable = getDomain(domain, psl);
  if (rpId && registrable && isAtOrBelow(domain, rpId) && isAtOrBelow(rpId, registrable))
    return rpId;
  throw invalid(
    '/passkeyRpId',
    'invalid_format',
    'must be the domain or one of its parents, up to the registrable domain',
  );
}
