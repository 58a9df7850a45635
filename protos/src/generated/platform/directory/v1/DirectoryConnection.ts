// Original file: protos/platform/directory/v1/directory.proto


export interface DirectoryConnection {
  'directoryId'?: (string);
  'kind'?: (string);
}

export interface DirectoryConnection__Output {
  'directoryId': (string);
  'kind': (string);
}
