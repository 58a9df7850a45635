import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';

/** 409 for a store that has no active model. */
export const noActiveModel = (): Problem =>
  problem('no_active_model', {
    detail: 'No authorization model yet: create one with POST /api/v1/fga/models',
  });
