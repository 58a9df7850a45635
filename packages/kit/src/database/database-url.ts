/** The servers of a connection URL. */
export interface DatabaseServers {
  /** One URL per host, in their order. */
  urls: readonly string[];
  /**
   * Whether only a primary is used: with several hosts, or `target_session_attrs=read-write` or
   * `primary`.
   */
  needsPrimary: boolean;
}

const urlForm = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)([^]*)$/;
const primaryAttributes = ['read-write', 'primary'];
const attributes = 'target_session_attrs';

/** Applies a change to the query of a URL that may have several hosts. */
function withQuery(url: string, change: (query: URLSearchParams) => void): string {
  const [start = '', text = ''] = url.split(/\?([^]*)/);
  const query = new URLSearchParams(text);
  const before = query.toString();
  change(query);
  if (query.toString() === before) return url;
  return query.size === 0 ? start : `${start}?${query.toString()}`;
}

/**
 * Returns a connection string that trusts only the authorities in the PEM file at `caPath` and
 * verifies the server's name, unless the URL sets `sslmode` or `sslrootcert` itself. Returns the
 * URL unchanged if `caPath` is empty.
 */
export const trustingUrl = (url: string, caPath: string): string =>
  caPath === ''
    ? url
    : withQuery(url, (query) => {
        if (!query.has('sslmode')) query.set('sslmode', 'verify-full');
        if (!query.has('sslrootcert')) query.set('sslrootcert', caPath);
      });

/**
 * Reads a URL with one or several hosts, in libpq's form:
 * `postgres://user:password@db-1:5432,db-2:5432/platform?target_session_attrs=read-write`.
 *
 * @throws for another `target_session_attrs`, because a service has to write
 */
export function databaseServers(url: string): DatabaseServers {
  const [, start, hosts = '', rest = ''] = urlForm.exec(url) ?? [];
  if (start === undefined) return { urls: [url], needsPrimary: false };
  const wanted = new URLSearchParams(rest.split('?')[1]).get(attributes);
  if (wanted !== null && !primaryAttributes.includes(wanted))
    throw new Error(
      `${attributes} of a database URL must be ${primaryAttributes.join(' or ')}, not ${wanted}`,
    );
  const urls = hosts.split(',').map((host) => `${start}${host}${rest}`);
  if (wanted === null) return { urls, needsPrimary: urls.length > 1 };
  return {
    urls: urls.map((one) => withQuery(one, (query) => query.delete(attributes))),
    needsPrimary: true,
  };
}

/** Returns the host and port of a URL with one host. */
export function addressOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname.replace(/^\[(.*)\]$/, '$1')}:${port || '5432'}`;
}
