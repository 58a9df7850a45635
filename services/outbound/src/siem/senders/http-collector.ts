import { newId } from '@platform/kit/ids';
import { sign } from '@platform/kit/webhook-signature';
import { postBatch, testHeader } from './post.ts';
import { faultOf } from './sink-fault.ts';
import type { OpenedSink, Send, SenderOptions, SinkBatch } from './sender.ts';

function bodyOf({ config }: OpenedSink<'http'>, { entries }: SinkBatch) {
  const [first] = entries;
  if (first && !first.isJson)
    return {
      body: `${entries.map(({ text }) => text).join('\n')}\n`,
      type: 'text/plain; charset=utf-8',
    };
  if (config.contentType === 'array')
    return { body: `[${entries.map(({ text }) => text).join(',')}]`, type: 'application/json' };
  return { body: `${entries.map(({ text }) => text).join('\n')}\n`, type: 'application/x-ndjson' };
}

function authorization(
  { credentials }: OpenedSink<'http'>,
  body: string,
  now: Date,
): Record<string, string> {
  switch (credentials.type) {
    case 'none':
      return {};
    case 'bearer':
      return { authorization: `Bearer ${credentials.token}` };
    case 'basic': {
      const { username, password } = credentials;
      return {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      };
    }
    case 'signature':
      return { ...sign(newId('request'), body, [credentials.secret], now) };
  }
}

/** Any collector that accepts a POST: Vector, Fluent Bit, Sumo Logic, or Grafana Alloy in front of Loki. */
export const httpCollector =
  ({ egress, clock }: SenderOptions): Send<'http'> =>
  async (sink, batch, signal) => {
    const { body, type } = bodyOf(sink, batch);
    const headers = {
      ...sink.config.headers,
      'content-type': type,
      ...testHeader(batch),
      ...authorization(sink, body, new Date(clock())),
    };
    const response = await postBatch(egress, sink, { url: sink.config.url, headers, body }, signal);
    if (response.status < 200 || response.status > 299) throw faultOf(response);
    return response;
  };
