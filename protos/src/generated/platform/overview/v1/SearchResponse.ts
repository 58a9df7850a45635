// Original file: protos/platform/overview/v1/overview.proto

import type { SearchHit as _platform_overview_v1_SearchHit, SearchHit__Output as _platform_overview_v1_SearchHit__Output } from '../../../platform/overview/v1/SearchHit.ts';

export interface SearchResponse {
  'hits'?: (_platform_overview_v1_SearchHit)[];
}

export interface SearchResponse__Output {
  'hits': (_platform_overview_v1_SearchHit__Output)[];
}
