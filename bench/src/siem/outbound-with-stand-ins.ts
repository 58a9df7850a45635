import { run } from '@platform/kit/service';
import { outboundService } from '@platform/outbound';

const receivers = process.env['BENCH_SINK_RECEIVERS'] ?? '';

// outbound as it is, but for the addresses that Datadog and Microsoft have fixed.
run(outboundService({ vendors: { datadog: () => receivers, entra: `${receivers}/entra` } }));
