// Original file: protos/platform/compliance/v1/compliance.proto


export interface ActiveDocument {
  'id'?: (string);
  'type'?: (string);
  'version'?: (string);
  'locale'?: (string);
  'title'?: (string);
  'content'?: (string);
  'contentType'?: (string);
  'contentUrl'?: (string);
}

export interface ActiveDocument__Output {
  'id': (string);
  'type': (string);
  'version': (string);
  'locale': (string);
  'title': (string);
  'content': (string);
  'contentType': (string);
  'contentUrl': (string);
}
