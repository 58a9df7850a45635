import { createHash } from 'node:crypto';

/**
 * The key of a person in throttle and challenges: the user id, or a digest of an unknown identifier, so that unknown people are
 * throttled exactly like known ones. Empty if neither is given.
 */
export function subjectOf({ userId, identifier }: { userId: string; identifier: string }): string {
  if (userId !== '') return userId;
  if (identifier === '') return '';
  const digest = createHash('sha256').update(identifier.normalize('NFKC').toLowerCase()).digest();
  return `unknown/${digest.toString('base64url')}`;
}
