import { EgressFailed } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import { invalid } from '@platform/kit/problem';

const timeoutMs = 10_000;

export interface HandshakeRequest {
  tenantId: string;
  url: string;
  origin: string;
  ratePerMinute: number;
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? undefined : value?.trim();

/**
 * Asks a target for its consent (CloudEvents HTTP webhook §4). The status of the response is not
 * read as consent.
 * @returns attempts per minute that the target allows, or null if it sets no limit
 * @throws 422 `handshake_failed`
 */
export async function askConsent(
  egress: Pick<Egress, 'request'>,
  { tenantId, url, origin, ratePerMinute }: HandshakeRequest,
): Promise<number | null> {
  const refused = (detail: string) => invalid('/url', 'handshake_failed', detail);
  const answer = await egress
    .request({
      tenantId,
      method: 'OPTIONS',
      url,
      timeoutMs,
      maxResponseBytes: 1024,
      headers: {
        'webhook-request-origin': origin,
        'webhook-request-rate': String(ratePerMinute),
        'user-agent': 'Platform-Webhooks/1',
      },
    })
    .catch((error: unknown) => {
      if (error instanceof EgressFailed)
        throw refused(`must respond to the consent request; the call failed (${error.code})`);
      throw error;
    });
  const granted = single(answer.headers['webhook-allowed-origin']);
  if (granted !== '*' && granted?.toLowerCase() !== origin.toLowerCase())
    throw refused('must allow deliveries in the WebHook-Allowed-Origin header');
  const rate = single(answer.headers['webhook-allowed-rate']);
  return rate !== undefined && /^[1-9][0-9]{0,8}$/.test(rate) ? Number(rate) : null;
}
