import { below, parsedBody, postBatch, testHeader } from './post.ts';
import { faultOf } from './sink-fault.ts';
import type { Send, SenderOptions, SinkEntry } from './sender.ts';

/** Reduces the response, which would be larger than the batch, to the fields that are checked. */
const filterPath = 'errors,items.*.status,items.*.error.type';

interface BulkAnswer {
  errors?: boolean;
  items?: { create?: { status?: number; error?: { type?: string } } }[];
}

/** Data streams require `@timestamp` in every format. */
function documentOf({ text, occurredAt }: SinkEntry): string {
  const document = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ '@timestamp': occurredAt, ...document });
}

const isTaken = (status: number | undefined): boolean => status === 201 || status === 409;

/**
 * The bulk API of Elasticsearch. A document has the id of its event, so a repeat is a conflict,
 * which counts as a success.
 */
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
