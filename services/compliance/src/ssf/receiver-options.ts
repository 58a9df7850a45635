import type { Cursors } from '@platform/kit/database';
import type { Egress } from '@platform/kit/egress';
import type { SecretBox } from '@platform/kit/secrets';
import type { KnownClients } from '@platform/siblings/known-clients';
import type { ReceiverRecord } from './receiver-store.ts';

/** Limits of streams, as operators set them. Times in milliseconds. */
export interface StreamLimits {
  maxReceivers: number;
  maxHeld: number;
  minVerificationIntervalMs: number;
  inactivityMs: number;
}

/** What registering and changing receivers needs. */
export interface ReceiverOptions {
  clients: Pick<KnownClients, 'has'>;
  cursors: Cursors;
  egress: Pick<Egress, 'checkTarget'>;
  secrets: Pick<SecretBox, 'seal'>;
  /** Issuer of a tenant. @throws 503 while it cannot be asked for */
  issuerOf: (tenantId: string) => Promise<string>;
  /** Base URL of the API on the host of an issuer. */
  baseUrlOf: (issuer: string) => string;
  limits: StreamLimits;
  /** A queue of the tenant has something to push. */
  onQueued: (tenantId: string, receiverId: string) => void;
  /** Tells a push receiver in the background that somebody else stopped its stream. */
  announceStop: (tenantId: string, stopped: ReceiverRecord) => void;
}
