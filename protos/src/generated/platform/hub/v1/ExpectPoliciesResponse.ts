// Original file: protos/platform/hub/v1/hub.proto


export interface ExpectPoliciesResponse {
}

export interface ExpectPoliciesResponse__Output {
}
