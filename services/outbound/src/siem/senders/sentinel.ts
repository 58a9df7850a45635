import { LRUCache } from 'lru-cache';
import { below, parsedBody, postBatch, testHeader } from './post.ts';
import { faultOf } from './sink-fault.ts';
import type { OpenedSink, Send, SenderOptions } from './sender.ts';

type Sentinel = OpenedSink<'sentinel'>;

const entra = 'https://login.microsoftonline.com';
const scope = 'https://monitor.azure.com/.default';
/** How long before its expiry a token is replaced. */
const marginMs = 60_000;

/** Microsoft Sentinel by the Logs Ingestion API of Azure Monitor. */
export function sentinel({ egress, clock, vendors = {} }: SenderOptions): Send<'sentinel'> {
  const { entra: issuer = entra } = vendors;
  const tokens = new LRUCache<string, { token: string; endsAt: number }>({ max: 1_000 });
  const keyOf = ({ tenantId, id, version }: Sentinel): string => `${tenantId} ${id} ${version}`;

  async function tokenOf(sink: Sentinel, signal: AbortSignal): Promise<string> {
    const kept = tokens.get(keyOf(sink));
    if (kept && kept.endsAt > clock()) return kept.token;
    const { directoryTenantId, clientId } = sink.config;
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: sink.credentials.clientSecret,
      scope,
    });
    const response = await postBatch(
      egress,
      { ...sink, tls: undefined },
      {
        url: `${issuer}/${directoryTenantId}/oauth2/v2.0/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      },
      signal,
    );
    // RFC 6749 §5.2: an invalid client is 400 or 401; no event is at fault.
    if (response.status === 400 || response.status === 401) throw faultOf(response, 'unauthorized');
    if (response.status !== 200) throw faultOf(response, 'http_status');
    const answer = parsedBody<{ access_token?: unknown; expires_in?: unknown }>(response);
    if (typeof answer?.access_token !== 'string') throw faultOf(response, 'malformed_response');
    const lifeMs = Number(answer.expires_in ?? 0) * 1000;
    const token = { token: answer.access_token, endsAt: clock() + lifeMs - marginMs };
    tokens.set(keyOf(sink), token);
    return token.token;
  }

  return async (sink, batch, signal) => {
    const { endpoint, ruleId, streamName } = sink.config;
    const url = new URL(below(endpoint, `/dataCollectionRules/${ruleId}/streams/${streamName}`));
    url.searchParams.set('api-version', '2023-01-01');
    const records = batch.entries.map(({ text, occurredAt }) => ({
      TimeGenerated: occurredAt,
      ...(JSON.parse(text) as Record<string, unknown>),
    }));
    const response = await postBatch(
      egress,
      sink,
      {
        url: url.href,
        headers: {
          authorization: `Bearer ${await tokenOf(sink, signal)}`,
          'content-type': 'application/json',
          ...testHeader(batch),
        },
        body: JSON.stringify(records),
        isCompressed: true,
      },
      signal,
    );
    if (response.status === 401) tokens.delete(keyOf(sink));
    if (response.status !== 204) throw faultOf(response);
    return response;
  };
}
