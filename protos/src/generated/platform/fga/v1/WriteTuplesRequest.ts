// Original file: protos/platform/fga/v1/fga.proto

import type { TupleActor as _platform_fga_v1_TupleActor, TupleActor__Output as _platform_fga_v1_TupleActor__Output } from '../../../platform/fga/v1/TupleActor.ts';
import type { RelationTuple as _platform_fga_v1_RelationTuple, RelationTuple__Output as _platform_fga_v1_RelationTuple__Output } from '../../../platform/fga/v1/RelationTuple.ts';
import type { TupleKey as _platform_fga_v1_TupleKey, TupleKey__Output as _platform_fga_v1_TupleKey__Output } from '../../../platform/fga/v1/TupleKey.ts';
import type { TuplePrecondition as _platform_fga_v1_TuplePrecondition, TuplePrecondition__Output as _platform_fga_v1_TuplePrecondition__Output } from '../../../platform/fga/v1/TuplePrecondition.ts';

export interface WriteTuplesRequest {
  'tenantId'?: (string);
  'actor'?: (_platform_fga_v1_TupleActor | null);
  'writes'?: (_platform_fga_v1_RelationTuple)[];
  'deletes'?: (_platform_fga_v1_TupleKey)[];
  'onDuplicate'?: (string);
  'onMissing'?: (string);
  'preconditions'?: (_platform_fga_v1_TuplePrecondition)[];
  'idempotencyKey'?: (string);
}

export interface WriteTuplesRequest__Output {
  'tenantId': (string);
  'actor': (_platform_fga_v1_TupleActor__Output | null);
  'writes': (_platform_fga_v1_RelationTuple__Output)[];
  'deletes': (_platform_fga_v1_TupleKey__Output)[];
  'onDuplicate': (string);
  'onMissing': (string);
  'preconditions': (_platform_fga_v1_TuplePrecondition__Output)[];
  'idempotencyKey': (string);
}
