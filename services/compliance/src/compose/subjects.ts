import type { Platform } from '@platform/kit/service';
import { hasConsents } from '../consents/consent-store.ts';
import { subjectResolution } from '../subjects/subject-resolution.ts';
import type { ResolveSubject } from '../subjects/subject-resolution.ts';

/** Resolves the people of requests. */
export const resolveSubjects = ({ peer }: Pick<Platform, 'peer'>): ResolveSubject =>
  subjectResolution({ directory: () => peer('directory'), isKnownHere: hasConsents });
