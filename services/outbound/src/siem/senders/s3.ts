import { gzip as gzipCallback } from 'node:zlib';
import { promisify } from 'node:util';
import { EgressFailed } from '@platform/kit/egress';
import { S3Rejected, putS3Object } from '@platform/kit/objects';
import { SinkFault } from './sink-fault.ts';
import type { OpenedSink, Send, SenderOptions, SinkBatch } from './sender.ts';

const gzip = promisify(gzipCallback);

/** The name has the hour of the first event and the first and last numbers: the same batch has the same name. */
function objectKeyOf(
  { id, config: { prefix } }: Pick<OpenedSink<'s3'>, 'id' | 'config'>,
  { channel, entries, isTest }: SinkBatch,
): string {
  const first = entries[0];
  const last = entries.at(-1);
  if (!first || !last) throw new Error('a batch has at least one event');
  const [year, month, day, hour] = first.occurredAt.split(/[-T:]/);
  const name = isTest ? `${id}-test` : `${id}-${channel}-${first.seq}-${last.seq}`;
  const root = prefix === undefined ? '' : `${prefix}/`;
  return `${root}${year}/${month}/${day}/${hour}/${name}.ndjson.gz`;
}

function faultOf(error: unknown): unknown {
  if (error instanceof S3Rejected) {
    const { status, message } = error;
    const code = status === 401 || status === 403 ? 'unauthorized' : 'http_status';
    return new SinkFault(code, { status, detail: message, cause: error });
  }
  const { cause } = error as { cause?: unknown };
  if (error instanceof EgressFailed) return new SinkFault(error.code, { cause: error });
  return cause instanceof EgressFailed ? new SinkFault(cause.code, { cause }) : error;
}

/** Objects in a bucket of S3 or a compatible store. */
export const s3 =
  ({ egress }: SenderOptions): Send<'s3'> =>
  async (sink, batch, signal) => {
    const { tenantId, config, credentials, tls } = sink;
    const { bucket, region, endpoint, kmsKeyId } = config;
    const content = `${batch.entries.map(({ text }) => text).join('\n')}\n`;
    try {
      await putS3Object(
        { tenantId, region, endpoint, egress, credentials, tls },
        {
          bucket,
          key: objectKeyOf(sink, batch),
          body: await gzip(content),
          contentType: 'application/x-ndjson',
          contentEncoding: 'gzip',
          kmsKeyId,
          signal,
        },
      );
    } catch (error) {
      throw faultOf(error);
    }
    return undefined;
  };
