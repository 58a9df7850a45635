// Original file: protos/platform/datasubject/v1/datasubject.proto


export interface ExportSection {
  'section'?: (string);
  'json'?: (string);
}

export interface ExportSection__Output {
  'section': (string);
  'json': (string);
}
