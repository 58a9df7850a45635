// Original file: protos/platform/identity/v1/identity.proto


export interface RemoveCredentialResponse {
}

export interface RemoveCredentialResponse__Output {
}
