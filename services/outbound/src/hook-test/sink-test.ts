import type { WebhookAttemptError } from '@platform/contracts';
import { SecretFault } from '@platform/kit/secrets';
import { entryWriter } from '../siem/batch-reading.ts';
import { SinkFault } from '../siem/senders/sink-fault.ts';
import type { OpenedSink } from '../siem/senders/sender.ts';
import type { SendBatch } from '../siem/senders/senders.ts';
import { shownDetail } from '../siem/shown-detail.ts';
import { openedSink } from '../siem/sink-definition.ts';
import type { SinkSeals } from '../siem/sink-definition.ts';
import { existingSink } from '../siem/existing-sink.ts';
import type { SinkRecord } from '../siem/existing-sink.ts';
import { sinkResource } from '../siem/sink-record.ts';
import type { HookTester } from './hook-test-handlers.ts';
import { sinkTestEvent } from './test-event.ts';
import { testedAttempt } from './tested-attempt.ts';

/** Longer than a request, shorter than the gateway's timeout. */
const timeoutMs = 30_000;

/** Returns the displayed address of a sink. */
function addressOf({ kind, config }: OpenedSink): string {
  const { url, endpoint, host, port, site, bucket } = config as Record<string, unknown>;
  if (kind === 'syslog_tls') return `https://${String(host)}:${Number(port)}/`;
  if (kind === 'datadog') return `https://${String(site)}/`;
  return String(url ?? endpoint ?? `https://${String(bucket)}.s3.amazonaws.com/`);
}

const attemptErrorOf = ({ code }: SinkFault): WebhookAttemptError =>
  code === 'rejected' || code === 'unauthorized' ? 'http_status' : code;

/** Sends one `siem.test` without moving the cursor of the sink. */
export const sinkTest = ({
  send,
  seals,
  clock,
}: {
  send: SendBatch;
  seals: SinkSeals;
  clock: () => number;
}): HookTester => {
  const secretsOf = (tenantId: string, sink: SinkRecord) => {
    try {
      return seals.open(tenantId, sink);
    } catch (error) {
      if (!(error instanceof SecretFault)) throw error;
      return undefined;
    }
  };

  return {
    scope: 'tenant:siem.write',
    async run({ params: { id }, principal, transact, commit, take }) {
      const { tenantId } = principal;
      const sink = await transact(async (tx) => {
        const found = await existingSink(tx, id);
        await take(tx);
        return found;
      });
      const startedAt = clock();
      const actor = { type: principal.type, id: principal.id };
      const event = sinkTestEvent({ actor, siemSink: sinkResource(sink), now: startedAt });
      const secrets = secretsOf(tenantId, sink);
      const opened = openedSink(
        tenantId,
        sink,
        secrets ?? { credentials: {}, headers: undefined, clientKeyPem: undefined, hashKey: '' },
      );
      const attempt = async () => {
        if (!secrets) throw new SinkFault('secret_unavailable');
        const entries = [entryWriter(sink, secrets.hashKey)(0, event)];
        const batch = { channel: 'lifecycle' as const, entries, isTest: true };
        return send(opened, batch, AbortSignal.timeout(timeoutMs));
      };
      const ended = await attempt().catch((error: unknown) => {
        if (error instanceof SinkFault) return error;
        if ((error as Error).name === 'TimeoutError') return new SinkFault('timeout');
        throw error;
      });
      const fault = ended instanceof SinkFault ? ended : undefined;
      const detail = fault && secrets ? shownDetail(fault.detail, secrets) : null;
      const tested = testedAttempt({
        url: addressOf(opened),
        startedAt,
        endedAt: clock(),
        error: fault ? attemptErrorOf(fault) : null,
        response: ended instanceof SinkFault ? undefined : ended,
      });
      return commit(async () => ({
        hookId: id,
        hookKind: 'siem_sink' as const,
        delivered: !fault,
        deliveryId: null,
        eventType: event.type,
        attempt: fault ? { ...tested, responseStatus: fault.status, responseBody: detail } : tested,
        claims: null,
        commands: null,
      }));
    },
  };
};
