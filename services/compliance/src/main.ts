import { run } from '@platform/kit/service';
import { compliance } from './service.ts';

run(compliance);
