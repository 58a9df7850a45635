import type { SsfReceiver } from '@platform/contracts';

/** Who changed the status of a receiver last. */
export type StatusChanger = SsfReceiver['statusChangedBy'];

/** What is registered of a receiver. */
export interface NewReceiver {
  id: string;
  name: string;
  description: string | null;
  clientId: string | null;
  audience: string[];
  method: 'push' | 'poll';
  endpointUrl: string | null;
  /** Sealed. */
  authorizationHeader: string | null;
  eventsRequested: string[] | null;
  subjectFormat: SsfReceiver['subjectFormat'];
  organizationIds: string[] | null;
}

/** A receiver as its row holds it. */
export interface ReceiverRecord extends NewReceiver {
  status: SsfReceiver['status'];
  statusReason: string | null;
  statusChangedBy: StatusChanger;
  statusChangedAt: Date;
  verificationState: SsfReceiver['verification']['state'];
  verificationRequestedAt: Date | null;
  /** When somebody asked for it last, as opposed to what the platform sends by itself. */
  verificationAskedAt: Date | null;
  verifiedAt: Date | null;
  verificationError: string | null;
  pendingCount: number;
  consecutiveFailures: number;
  lastError: string | null;
  lastDeliveredAt: Date | null;
  lastPolledAt: Date | null;
  lastManagedAt: Date | null;
  epoch: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
