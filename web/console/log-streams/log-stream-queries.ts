import { siemSinks } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const logStreamsQuery = (query: { cursor?: string }) =>
  apiQuery('siemListSinks', [query], (api, options) =>
    siemSinks(api).list({ ...query, ...options }),
  );

export const logStreamQuery = (id: string) =>
  apiQuery('siemGetSink', [id], (api, options) => siemSinks(api).get(id, options));

/** How a stream is: read again while it is shown. */
export const logStreamHealthQuery = (id: string) => ({
  ...apiQuery('siemSinkHealth', [id], (api, options) => siemSinks(api).getHealth(id, options)),
  refetchInterval: 10_000,
});

export const logStreamReads = ['siemListSinks', 'siemGetSink', 'siemSinkHealth'] as const;
