import { parse, serialize } from 'cookie';

/** Settings of a cookie. Always `Secure` and `HttpOnly`. */
export interface CookieOptions {
  /** Seconds; absent: until the browser closes. */
  maxAgeSeconds?: number;
  /** Default `/`. */
  path?: string;
  /** Absent: only this host. */
  domain?: string;
  /** Default `lax`. `none` for cookies that other sites must send along. */
  sameSite?: 'strict' | 'lax' | 'none';
}

const nameForm = /^[A-Za-z0-9_.-]{1,100}$/;
const valueForm = /^[A-Za-z0-9_.~+/=-]*$/;
/** Browsers may not store more of name and value together (RFC 6265bis §5.6). */
const maxBytes = 4_096;

/**
 * The value of a `Set-Cookie` header. @throws TypeError for a name or value that needs quoting or encoding, and for a violated
 * prefix: `__Host-` requires no domain and the path `/` (RFC 6265bis §4.1.3)
 */
export function setCookie(
  name: string,
  value: string,
  { maxAgeSeconds, path = '/', domain, sameSite = 'lax' }: CookieOptions = {},
): string {
  if (!nameForm.test(name)) throw new TypeError('not a name of a cookie');
  if (!valueForm.test(value) || name.length + value.length > maxBytes)
    throw new TypeError(`not a value of the cookie ${name}`);
  if (name.startsWith('__Host-') && (domain !== undefined || path !== '/'))
    throw new TypeError(`${name} must have path / and no domain`);
  return serialize(name, value, {
    encode: (text) => text,
    httpOnly: true,
    secure: true,
    maxAge: maxAgeSeconds,
    path,
    domain,
    sameSite,
  });
}

/** The value of a `Set-Cookie` header that deletes a cookie; path and domain must be those with which it was set. */
export const deleteCookie = (
  name: string,
  options: Pick<CookieOptions, 'path' | 'domain' | 'sameSite'> = {},
): string => setCookie(name, '', { ...options, maxAgeSeconds: 0 });

/** Names that occur more than once in a header. */
function repeatedNames(header: string): Set<string> {
  const names = header.split(';').map((pair) => (pair.split('=', 1)[0] as string).trim());
  return new Set(names.filter((name, i) => names.indexOf(name) !== i));
}

/**
 * The cookies of a request, without those that {@link setCookie} could not have set, and without duplicates, which a sibling
 * domain may have added.
 */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  if (header === undefined) return new Map();
  const repeated = repeatedNames(header);
  const found = Object.entries(parse(header, { decode: (text) => text }));
  return new Map(
    found.filter(
      (entry): entry is [string, string] =>
        nameForm.test(entry[0]) &&
        !repeated.has(entry[0]) &&
        entry[1] !== undefined &&
        valueForm.test(entry[1]),
    ),
  );
}
