import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { EgressResponse } from '@platform/kit/egress';
import { below, parsedBody, postBatch, testHeader } from './post.ts';
import { SinkFault, faultOf } from './sink-fault.ts';
import type { Judgement } from './sink-fault.ts';
import type { OpenedSink, Send, SenderOptions, SinkBatch } from './sender.ts';

type Splunk = OpenedSink<'splunk_hec'>;

const ackLimitMs = 300_000;
const ackPauseMs = 1_000;

/** Codes with status 400 that blame the configuration, not the events: index, channel, acknowledgment. */
const configurationCodes: ReadonlySet<unknown> = new Set([7, 10, 11, 14]);

const envelopes = (
  { config: { index, source, sourcetype } }: Splunk,
  { entries }: SinkBatch,
): string =>
  entries
    .map(({ text, isJson, occurredAt }) =>
      JSON.stringify({
        time: Date.parse(occurredAt) / 1000,
        ...(index === undefined ? {} : { index }),
        ...(source === undefined ? {} : { source }),
        sourcetype,
        event: isJson ? (JSON.parse(text) as unknown) : text,
      }),
    )
    .join('\n');

function judged(response: EgressResponse, code: unknown): Judgement | undefined {
  if (response.status === 200) return 'malformed_response';
  return response.status === 400 && configurationCodes.has(code) ? 'http_status' : undefined;
}

/** Splunk's HTTP Event Collector. */
export function splunkHec({ egress, clock }: SenderOptions): Send<'splunk_hec'> {
  /**
   * Waits until the batch is indexed. Each batch has its own channel, so ids from before a restart
   * of the indexer cannot be confused.
   */
  async function acknowledged(
    sink: Splunk,
    { ackId, headers }: { ackId: number; headers: Record<string, string> },
    signal: AbortSignal,
  ): Promise<EgressResponse> {
    const endsAt = clock() + ackLimitMs;
    const url = below(sink.config.url, '/services/collector/ack');
    for (;;) {
      const body = JSON.stringify({ acks: [ackId] });
      const response = await postBatch(egress, sink, { url, headers, body }, signal);
      if (response.status !== 200)
        throw faultOf(response, response.status === 400 ? 'http_status' : undefined);
      const answer = parsedBody<{ acks?: Record<string, boolean> }>(response);
      if (answer?.acks?.[String(ackId)] === true) return response;
      if (clock() >= endsAt)
        throw new SinkFault('timeout', { detail: 'Splunk did not acknowledge the batch in time' });
      await wait(ackPauseMs, undefined, { signal });
    }
  }

  return async (sink, batch, signal) => {
    const { config, credentials } = sink;
    const channel = randomUUID();
    const headers = {
      authorization: `Splunk ${credentials.token}`,
      'content-type': 'application/json',
      ...(config.acknowledge ? { 'X-Splunk-Request-Channel': channel } : {}),
      ...testHeader(batch),
    };
    const url = below(config.url, '/services/collector/event');
    const body = envelopes(sink, batch);
    const response = await postBatch(
      egress,
      sink,
      { url, headers, body, isCompressed: true },
      signal,
    );
    const answer = parsedBody<{ code?: unknown; ackId?: unknown }>(response);
    if (response.status !== 200 || answer?.code !== 0)
      throw faultOf(response, judged(response, answer?.code));
    if (!config.acknowledge) return response;
    const { ackId } = answer;
    if (typeof ackId !== 'number') throw faultOf(response, 'malformed_response');
    return acknowledged(sink, { ackId, headers }, signal);
  };
}
