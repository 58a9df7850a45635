import { run } from '@platform/kit/service';
import { outbound } from './service.ts';

run(outbound);
