/** A security event token as it enters a queue. */
export interface NewToken {
  jti: string;
  /** Id of the platform event behind it; null for what concerns the stream itself. */
  txn: string | null;
  eventType: string;
  /** 0 before every event: what concerns the stream itself. */
  rank: 0 | 1;
  subjectId: string | null;
  claims: Record<string, unknown>;
  /** Not sent before {@link releaseTokens}. */
  isWithheld?: boolean;
}

/** A token of its own for each of several receivers, whose rows are locked. */
export interface TokenCopies extends Omit<NewToken, 'jti' | 'claims'> {
  copies: readonly { receiverId: string; jti: string; claims: Record<string, unknown> }[];
}

/** A token that waits in a queue. */
export interface QueuedToken {
  seq: number;
  jti: string;
  eventType: string;
  claims: Record<string, unknown>;
  jws: string | null;
  kid: string | null;
  attempts: number;
  createdAt: Date;
}

/** How a token ended. */
export interface TokenEnd {
  state: 'delivered' | 'rejected' | 'expired' | 'discarded';
  responseStatus?: number | null;
  error?: string | null;
}

/** A token as the API lists it. */
export interface TokenDeliveryRecord {
  seq: number;
  jti: string;
  txn: string | null;
  eventType: string;
  state: 'pending' | TokenEnd['state'];
  attempts: number;
  lastAttemptAt: Date | null;
  responseStatus: number | null;
  error: string | null;
  createdAt: Date;
}
