/**
 * Returns a connection string that trusts only the authorities in the PEM file at `caPath` and
 * verifies the server's name, unless the URL sets `sslmode` or `sslrootcert` itself. Returns the
 * URL unchanged if `caPath` is empty.
 */
export function trustingUrl(url: string, caPath: string): string {
  if (caPath === '') return url;
  const trusting = new URL(url);
  const { searchParams } = trusting;
  if (!searchParams.has('sslmode')) searchParams.set('sslmode', 'verify-full');
  if (!searchParams.has('sslrootcert')) searchParams.set('sslrootcert', caPath);
  return trusting.href;
}
