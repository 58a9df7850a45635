import { processSources } from '@platform/kit/config';
import { runProcess } from '@platform/kit/service';
import { startGateway } from './gateway.ts';

runProcess('gateway', () => startGateway(processSources(), { processMetrics: true }));
