import type { Egress } from '@platform/kit/egress';
import type { SecretBox } from '@platform/kit/secrets';
import { openedHeader } from '../ssf/receiver-header.ts';
import type { ReceiverRecord } from '../ssf/receivers.ts';
import { failureOutcome, responseOutcome } from './push-response.ts';
import type { PushOutcome } from './push-response.ts';

export interface PushRequestOptions {
  egress: Pick<Egress, 'request'>;
  secrets: Pick<SecretBox, 'open'>;
  timeoutMs: number;
}

export interface PushRequest {
  tenantId: string;
  receiver: ReceiverRecord;
  jws: string;
  signal: AbortSignal;
}

const maxResponseBytes = 16 * 1024;

/** Pushes one token (RFC 8935 §2.1). Rejects only with the reason of the signal, or with a fault of the platform. */
export async function pushToken(
  { egress, secrets, timeoutMs }: PushRequestOptions,
  { tenantId, receiver, jws, signal }: PushRequest,
): Promise<PushOutcome> {
  const authorization = openedHeader(secrets, tenantId, receiver);
  try {
    const response = await egress.request({
      tenantId,
      method: 'POST',
      url: receiver.endpointUrl ?? '',
      headers: {
        'content-type': 'application/secevent+jwt',
        accept: 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: jws,
      timeoutMs,
      maxResponseBytes,
      signal,
    });
    return responseOutcome(response, Date.now());
  } catch (error) {
    signal.throwIfAborted();
    return failureOutcome(error);
  }
}
