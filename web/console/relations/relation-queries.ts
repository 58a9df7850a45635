import { fga } from '@platform/sdk';
import type {
  CheckRequest,
  ExpandRequest,
  ListObjectsRequest,
  ListSubjectsRequest,
  ValidateModelRequest,
} from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const storeQuery = () =>
  apiQuery('fgaStoreGet', [], (api, options) => fga(api).store.get(options));

export const modelsQuery = (query: { cursor?: string; limit?: number } = {}) =>
  apiQuery('fgaModelList', [query], (api, options) =>
    fga(api).models.list({ ...query, ...options }),
  );

/** A version of the model; `active` is the one that decides. */
export const modelQuery = (id: string) =>
  apiQuery('fgaModelGet', [id], (api, options) => fga(api).models.get(id, options));

export const validationQuery = (body: ValidateModelRequest) =>
  apiQuery('fgaModelValidate', [body], (api, options) => fga(api).models.validate(body, options));

export const assertionsQuery = () =>
  apiQuery('fgaAssertionsGet', [], (api, options) => fga(api).assertions.get(options));

export const tuplesQuery = (query: {
  object?: string;
  relation?: string;
  subject?: string;
  cursor?: string;
}) =>
  apiQuery('fgaTuplesRead', [query], (api, options) =>
    fga(api).tuples.list({ ...query, ...options }),
  );

export const changesQuery = (query: { objectType?: string; cursor?: string }) =>
  apiQuery('fgaChangesList', [query], (api, options) =>
    fga(api).changes.list({ ...query, ...options }),
  );

export const exportsQuery = (query: { cursor?: string }) =>
  apiQuery('fgaExportList', [query], (api, options) =>
    fga(api).exports.list({ ...query, ...options }),
  );

export const checkQuery = (body: CheckRequest) =>
  apiQuery('fgaCheck', [body], (api, options) => fga(api).check(body, options));

export const explainQuery = (body: CheckRequest) =>
  apiQuery('fgaCheckExplain', [body], (api, options) => fga(api).explain(body, options));

export const expandQuery = (body: ExpandRequest) =>
  apiQuery('fgaExpand', [body], (api, options) => fga(api).expand(body, options));

export const objectsQuery = (body: ListObjectsRequest) =>
  apiQuery('fgaListObjects', [body], (api, options) => fga(api).listObjects(body, options));

export const subjectsQuery = (body: ListSubjectsRequest) =>
  apiQuery('fgaListSubjects', [body], (api, options) => fga(api).listSubjects(body, options));

/** Reads that a change of tuples can change. */
export const tupleReads = [
  'fgaTuplesRead',
  'fgaChangesList',
  'fgaStoreGet',
  'fgaCheck',
  'fgaCheckExplain',
  'fgaListObjects',
  'fgaListSubjects',
  'fgaModelValidate',
] as const;
