import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import type { DocumentSigner } from '../document-signer.ts';
import { streamUpdatedToken } from '../ssf/queue.ts';
import type { ReceiverRecord } from '../ssf/receivers.ts';
import { pushToken } from './push-request.ts';
import type { PushRequestOptions } from './push-request.ts';
import { queueContextOf } from './queue-head.ts';

export interface StopAnnouncementOptions extends PushRequestOptions {
  db: Pick<Database, 'read'>;
  signer: Pick<DocumentSigner, 'sign'>;
  issuerOf: (tenantId: string) => Promise<string>;
  log: Pick<Logger, 'info'>;
}

/**
 * Notifies a push receiver, once, that its stream was stopped and nothing follows (SSF 1.0 §8.1.5).
 * Best effort: never fails.
 */
export function stopAnnouncement(options: StopAnnouncementOptions) {
  const { db, signer, issuerOf, log } = options;

  async function push(tenantId: string, stopped: ReceiverRecord, signal: AbortSignal) {
    const issuer = await issuerOf(tenantId);
    const { claims } = await db.read(queueContextOf({ tenantId }), (tx) =>
      streamUpdatedToken(tx, stopped, issuer),
    );
    const [signed] = await signer.sign(tenantId, 'SET', [claims]);
    if (signed) await pushToken(options, { tenantId, receiver: stopped, jws: signed.jws, signal });
  }

  return async function announce(
    tenantId: string,
    stopped: ReceiverRecord,
    signal: AbortSignal = AbortSignal.timeout(options.timeoutMs),
  ): Promise<void> {
    if (stopped.method !== 'push') return;
    await push(tenantId, stopped, signal).catch((error: unknown) =>
      log.info(
        { err: error, receiverId: stopped.id },
        'the end of a stream could not be announced',
      ),
    );
  };
}
