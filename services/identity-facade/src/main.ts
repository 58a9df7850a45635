import { run } from '@platform/kit/service';
import { identityFacade } from './service.ts';

run(identityFacade);
