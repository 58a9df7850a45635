import { runProcess } from '@platform/kit/service';
import { startGateway } from './gateway.ts';

runProcess('gateway', (sources) => startGateway(sources, { processMetrics: true }));
