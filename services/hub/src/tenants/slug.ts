import { isSlug } from '@platform/kit/auth';
import { invalid, problem } from '@platform/kit/problem';

/** Names that could be mistaken for the platform's own. */
const reserved: ReadonlySet<string> = new Set([
  'www',
  'api',
  'app',
  'admin',
  'auth',
  'login',
  'id',
  'sso',
  'oauth',
  'platform',
  'default',
  'localhost',
  'mail',
  'smtp',
  'static',
  'cdn',
  'assets',
  'status',
  'support',
  'docs',
  'test',
  'demo',
  'internal',
  'root',
  'system',
  'gateway',
  'hub',
  'cname',
  'scim',
  'ssf',
]);

/** @throws 422 for a slug that is malformed or reserved */
export function checkSlug(slug: string): void {
  if (!isSlug(slug))
    throw invalid(
      '/slug',
      'invalid_format',
      'must have 3 to 40 lower-case letters, digits and single hyphens, and start with a letter',
    );
  if (reserved.has(slug)) throw invalid('/slug', 'reserved', 'is reserved for the platform');
}

/** The 409 for a slug that any tenant has or had. Slugs are never reused, because the issuer would be reused too. */
export const slugTaken = (slug: string) =>
  problem('already_exists', { detail: `The slug ${slug} is already in use; choose another one` });
