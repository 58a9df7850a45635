import { run } from '@platform/kit/service';
import { fga } from './service.ts';

run(fga);
