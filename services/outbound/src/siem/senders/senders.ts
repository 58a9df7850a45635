import type { SinkKind } from '@platform/contracts';
import type { EgressResponse } from '@platform/kit/egress';
import { datadog } from './datadog.ts';
import { elastic } from './elastic.ts';
import { httpCollector } from './http-collector.ts';
import { s3 } from './s3.ts';
import type { OpenedSink, Send, SenderOptions, SinkBatch } from './sender.ts';
import { sentinel } from './sentinel.ts';
import { asSinkFault } from './sink-fault.ts';
import { splunkHec } from './splunk-hec.ts';
import { syslogTls } from './syslog-tls.ts';

/** Sends a batch to a sink of any kind. @throws SinkFault; the reason of an aborted signal */
export type SendBatch = (
  sink: OpenedSink,
  batch: SinkBatch,
  signal: AbortSignal,
) => Promise<EgressResponse | undefined>;

/** Returns {@link SendBatch}; `close` ends the connections that are kept between batches. */
export function senders(options: SenderOptions): { send: SendBatch; close: () => void } {
  const syslog = syslogTls(options);
  const byKind: { [K in SinkKind]: Send<K> } = {
    splunk_hec: splunkHec(options),
    datadog: datadog(options),
    elastic: elastic(options),
    sentinel: sentinel(options),
    http: httpCollector(options),
    syslog_tls: syslog.send,
    s3: s3(options),
  };
  return {
    close: syslog.close,
    async send(sink, batch, signal) {
      const send = byKind[sink.kind] as Send<SinkKind>;
      try {
        return await send(sink, batch, signal);
      } catch (error) {
        signal.throwIfAborted();
        throw asSinkFault(error);
      }
    },
  };
}
