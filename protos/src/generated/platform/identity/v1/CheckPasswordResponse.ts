// Original file: protos/platform/identity/v1/identity.proto


export interface CheckPasswordResponse {
}

export interface CheckPasswordResponse__Output {
}
