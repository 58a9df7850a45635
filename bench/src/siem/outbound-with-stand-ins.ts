import { run } from '@platform/kit/service';
import { outboundService } from '@platform/outbound';

const receivers = process.env['BENCH_SINK_RECEIVERS'] ?? '';

// Runs outbound unchanged except for the fixed addresses of Datadog and Microsoft.
run(outboundService({ vendors: { datadog: () => receivers, entra: `${receivers}/entra` } }));
