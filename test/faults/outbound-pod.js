// A pod of outbound under the name of its first argument: on one machine, names of hosts do not tell pods apart.
import { processSources } from '@platform/kit/config';
import { startOutbound } from '@platform/outbound';

await startOutbound(processSources(), { holder: process.argv[2] });
process.send?.('ready');
