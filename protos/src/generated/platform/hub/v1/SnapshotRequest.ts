// Original file: protos/platform/hub/v1/hub.proto


export interface SnapshotRequest {
  'tenantId'?: (string);
}

export interface SnapshotRequest__Output {
  'tenantId': (string);
}
