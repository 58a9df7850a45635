import { run } from '@platform/kit/service';
import { hub } from './service.ts';

run(hub);
