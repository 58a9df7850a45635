import { isSlug } from '@platform/kit/auth';
import { invalid, problem } from '@platform/kit/problem';

/** Names that would be mistaken for the platform's own. */
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
  'openfga',
]);

/** Refuses a slug that is malformed or the platform's own. */
export function checkSlug(slug: string): void {
  if (!isSlug(slug))
    throw invalid(
      '/slug',
      'invalid_format',
      'must have 3 to 40 lower-case letters, digits and single hyphens, and start with a letter',
    );
  if (reserved.has(slug)) throw invalid('/slug', 'reserved', 'is reserved for the platform');
}

/** 409 for a slug that is, or ever was, another's: a reissued slug would be a reissued issuer. */
export const slugTaken = (slug: string) =>
  problem('already_exists', { detail: `The slug ${slug} is already in use; choose another one` });
