import { postBatch, testHeader } from './post.ts';
import { faultOf } from './sink-fault.ts';
import type { Send, SenderOptions, SinkEntry } from './sender.ts';

/** Datadog discards older logs. */
const oldestMs = 18 * 3_600_000;

const statuses = { low: 'info', medium: 'warn', high: 'error' };

const intake = (site: string): string => `https://http-intake.logs.${site}`;

/** Datadog's logs intake. */
export function datadog({ egress, clock, vendors = {} }: SenderOptions): Send<'datadog'> {
  const { datadog: baseOf = intake } = vendors;

  function logOf({ text, occurredAt, severity }: SinkEntry) {
    const isOld = clock() - Date.parse(occurredAt) > oldestMs;
    return {
      ...(JSON.parse(text) as Record<string, unknown>),
      // The event keeps its own time in `occurredAt`.
      timestamp: isOld ? clock() : Date.parse(occurredAt),
      occurredAt,
      status: statuses[severity],
    };
  }

  return async (sink, batch, signal) => {
    const { config, credentials } = sink;
    const { site, service, tags } = config;
    const fixed = {
      ddsource: 'platform',
      service,
      ...(tags.length > 0 ? { ddtags: tags.join(',') } : {}),
    };
    const response = await postBatch(
      egress,
      sink,
      {
        url: `${baseOf(site)}/api/v2/logs`,
        headers: {
          'DD-API-KEY': credentials.apiKey,
          'content-type': 'application/json',
          ...testHeader(batch),
        },
        body: JSON.stringify(batch.entries.map((entry) => ({ ...logOf(entry), ...fixed }))),
        isCompressed: true,
      },
      signal,
    );
    if (response.status !== 202) throw faultOf(response);
    return response;
  };
}
