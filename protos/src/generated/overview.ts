import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { FirstStep as _platform_overview_v1_FirstStep, FirstStep__Output as _platform_overview_v1_FirstStep__Output } from './platform/overview/v1/FirstStep.ts';
import type { HealthItem as _platform_overview_v1_HealthItem, HealthItem__Output as _platform_overview_v1_HealthItem__Output } from './platform/overview/v1/HealthItem.ts';
import type { HealthRequest as _platform_overview_v1_HealthRequest, HealthRequest__Output as _platform_overview_v1_HealthRequest__Output } from './platform/overview/v1/HealthRequest.ts';
import type { HealthResponse as _platform_overview_v1_HealthResponse, HealthResponse__Output as _platform_overview_v1_HealthResponse__Output } from './platform/overview/v1/HealthResponse.ts';
import type { OverviewClient as _platform_overview_v1_OverviewClient, OverviewDefinition as _platform_overview_v1_OverviewDefinition } from './platform/overview/v1/Overview.ts';
import type { SearchHit as _platform_overview_v1_SearchHit, SearchHit__Output as _platform_overview_v1_SearchHit__Output } from './platform/overview/v1/SearchHit.ts';
import type { SearchRequest as _platform_overview_v1_SearchRequest, SearchRequest__Output as _platform_overview_v1_SearchRequest__Output } from './platform/overview/v1/SearchRequest.ts';
import type { SearchResponse as _platform_overview_v1_SearchResponse, SearchResponse__Output as _platform_overview_v1_SearchResponse__Output } from './platform/overview/v1/SearchResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    overview: {
      v1: {
        FirstStep: MessageTypeDefinition<_platform_overview_v1_FirstStep, _platform_overview_v1_FirstStep__Output>
        HealthItem: MessageTypeDefinition<_platform_overview_v1_HealthItem, _platform_overview_v1_HealthItem__Output>
        HealthRequest: MessageTypeDefinition<_platform_overview_v1_HealthRequest, _platform_overview_v1_HealthRequest__Output>
        HealthResponse: MessageTypeDefinition<_platform_overview_v1_HealthResponse, _platform_overview_v1_HealthResponse__Output>
        Overview: SubtypeConstructor<typeof grpc.Client, _platform_overview_v1_OverviewClient> & { service: _platform_overview_v1_OverviewDefinition }
        SearchHit: MessageTypeDefinition<_platform_overview_v1_SearchHit, _platform_overview_v1_SearchHit__Output>
        SearchRequest: MessageTypeDefinition<_platform_overview_v1_SearchRequest, _platform_overview_v1_SearchRequest__Output>
        SearchResponse: MessageTypeDefinition<_platform_overview_v1_SearchResponse, _platform_overview_v1_SearchResponse__Output>
      }
    }
  }
}

