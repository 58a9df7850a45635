import { hooks } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

/** More than a tenant can have enabled, so that each stage is complete. */
export const hooksQuery = apiQuery('hookList', [{ limit: 200 }], (api, options) =>
  hooks(api).list({ limit: 200, ...options }),
);

export const hookQuery = (id: string) =>
  apiQuery('hookGet', [id], (api, options) => hooks(api).get(id, options));

export const hookReads = ['hookList', 'hookGet'] as const;
