// Original file: protos/platform/hub/v1/hub.proto


export interface DocumentKeysRequest {
}

export interface DocumentKeysRequest__Output {
}
