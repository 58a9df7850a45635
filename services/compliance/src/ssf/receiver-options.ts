import type { Cursors } from '@platform/kit/database';
import type { Egress } from '@platform/kit/egress';
import type { SecretBox } from '@platform/kit/secrets';
import type { KnownClients } from '@platform/siblings/known-clients';
import type { ReceiverRecord } from './receiver-store.ts';

/** Limits of streams. Times in milliseconds. */
export interface StreamLimits {
  maxReceivers: number;
  maxHeld: number;
  minVerificationIntervalMs: number;
  inactivityMs: number;
}

export interface ReceiverOptions {
  clients: Pick<KnownClients, 'has'>;
  cursors: Cursors;
  egress: Pick<Egress, 'checkTarget'>;
  secrets: Pick<SecretBox, 'seal'>;
  /** Returns the issuer of a tenant. @throws 503 while the hub is unavailable */
  issuerOf: (tenantId: string) => Promise<string>;
  /** Returns the base URL of the API on the host of an issuer. */
  baseUrlOf: (issuer: string) => string;
  limits: StreamLimits;
  /** Called when the tenant's queue has something to push. */
  onQueued: (tenantId: string, receiverId: string) => void;
  /** Notifies a push receiver in the background that its stream was stopped by the transmitter. */
  announceStop: (tenantId: string, stopped: ReceiverRecord) => void;
}
