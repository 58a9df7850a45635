import { below, parsedBody, postBatch, testHeader } from './post.ts';
import { faultOf } from './sink-fault.ts';
import type { Send, SenderOptions, SinkEntry } from './sender.ts';

/** Of the answer only what is looked at: the whole would be longer than the batch. */
const filterPath = 'errors,items.*.status,items.*.error.type';

interface BulkAnswer {
  errors?: boolean;
  items?: { create?: { status?: number; error?: { type?: string } } }[];
}

/** Data streams require `@timestamp`, whatever the format. */
function documentOf({ text, occurredAt }: SinkEntry): string {
  const document = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ '@timestamp': occurredAt, ...document });
}

const isTaken = (status: number | undefined): boolean => status === 201 || status === 409;

/** The bulk API of Elasticsearch. The id of the document is that of the event, so a repeat is a conflict, which is fine. */
export const elastic =
  ({ egress }: SenderOptions): Send<'elastic'> =>
  async (sink, batch, signal) => {
    const { config, credentials } = sink;
    const url = new URL(below(config.url, `/${config.dataStream}/_bulk`));
    url.searchParams.set('filter_path', filterPath);
    const body = batch.entries
      .map((entry) => `${JSON.stringify({ create: { _id: entry.id } })}\n${documentOf(entry)}\n`)
      .join('');
    const response = await postBatch(
      egress,
      sink,
      {
        url: url.href,
        headers: {
          authorization: `ApiKey ${credentials.apiKey}`,
          'content-type': 'application/x-ndjson',
          ...testHeader(batch),
        },
        body,
      },
      signal,
    );
    if (response.status !== 200) throw faultOf(response);
    const items = parsedBody<BulkAnswer>(response)?.items;
    if (items?.length !== batch.entries.length) throw faultOf(response, 'malformed_response');
    const failed = items.map(({ create }) => create?.status).filter((status) => !isTaken(status));
    if (failed.length === 0) return response;
    const isRejected = failed.every((status) => status === 400 || status === 413);
    const isUnauthorized = failed.some((status) => status === 401 || status === 403);
    throw faultOf(
      response,
      isUnauthorized ? 'unauthorized' : isRejected ? 'rejected' : 'http_status',
    );
  };
