// Original file: protos/platform/hub/v1/hub.proto


export interface ReleaseArrivalResponse {
}

export interface ReleaseArrivalResponse__Output {
}
