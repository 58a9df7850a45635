import { domainToUnicode } from 'node:url';
import { hostNameOf } from '@platform/kit/formats';
import { invalid } from '@platform/kit/problem';
import { getDomain, getPublicSuffix } from 'tldts';

const psl = { allowPrivateDomains: true };

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
