import type { AccessPart, AccessRequestState } from '@platform/contracts';

/** An access request as it is stored. */
export interface AccessRecord {
  id: string;
  state: AccessRequestState;
  kind: 'access' | 'portability';
  subjectType: 'user_id' | 'external_id' | 'email' | 'consent_subject';
  subjectHash: string;
  /** What services are asked with; null once the person was erased. */
  subjectId: string | null;
  requestedBy: string;
  regulation: string;
  identityVerification: string;
  externalReference: string | null;
  note: string | null;
  receivedAt: Date;
  dueAt: Date;
  storeLocation: string | null;
  bundleBytes: number | null;
  bundleSha256: string | null;
  bundleGeneratedAt: Date | null;
  /** When the file expires; of a request that failed, when what it has collected does. */
  bundleExpiresAt: Date | null;
  downloads: number;
  hasObjects: boolean;
  /** Which of its sets of objects the request uses; others are left over. */
  objectRound: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Who is asked for a person's data over HTTP. */
export const accessPeers = ['hub', 'identity-service', 'product-api'] as const;
export type AccessPeer = (typeof accessPeers)[number];

/** What one service contributed. */
export interface AccessPartRecord {
  peer: AccessPeer;
  status: AccessPart['status'];
  attempts: number;
  bytes: number | null;
  sha256: string | null;
  error: string | null;
  fetchedAt: Date | null;
}
