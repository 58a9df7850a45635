import { createHash } from 'node:crypto';

/**
 * What a person goes by in throttle and challenges: the user id, or for an identifier that nobody has a digest of it, so that an
 * unknown person is held up exactly as a known one. Empty where neither is given.
 */
export function subjectOf({ userId, identifier }: { userId: string; identifier: string }): string {
  if (userId !== '') return userId;
  if (identifier === '') return '';
  const digest = createHash('sha256').update(identifier.normalize('NFKC').toLowerCase()).digest();
  return `unknown/${digest.toString('base64url')}`;
}
