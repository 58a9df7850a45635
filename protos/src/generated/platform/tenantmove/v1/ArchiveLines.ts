// Original file: protos/platform/tenantmove/v1/tenantmove.proto


export interface ArchiveLines {
  'lines'?: (string)[];
}

export interface ArchiveLines__Output {
  'lines': (string)[];
}
