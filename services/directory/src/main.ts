import { run } from '@platform/kit/service';
import { directory } from './service.ts';

run(directory);
