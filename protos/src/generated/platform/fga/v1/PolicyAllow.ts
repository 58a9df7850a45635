// Original file: protos/platform/fga/v1/fga.proto


export interface PolicyAllow {
}

export interface PolicyAllow__Output {
}
