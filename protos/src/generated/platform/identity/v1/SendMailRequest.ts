// Original file: protos/platform/identity/v1/identity.proto


export interface SendMailRequest {
  'tenantId'?: (string);
  'idempotencyKey'?: (string);
  'type'?: (string);
  'to'?: (string);
  'locales'?: (string)[];
  'variables'?: ({[key: string]: string});
  'linkToken'?: (string);
  'linkUrl'?: (string);
  'code'?: (string);
  'expiresAt'?: (string);
  'userId'?: (string);
  'clientId'?: (string);
  'organizationId'?: (string);
  'secret'?: "linkToken"|"linkUrl"|"code";
}

export interface SendMailRequest__Output {
  'tenantId': (string);
  'idempotencyKey': (string);
  'type': (string);
  'to': (string);
  'locales': (string)[];
  'variables': ({[key: string]: string});
  'linkToken'?: (string);
  'linkUrl'?: (string);
  'code'?: (string);
  'expiresAt': (string);
  'userId': (string);
  'clientId': (string);
  'organizationId': (string);
  'secret'?: "linkToken"|"linkUrl"|"code";
}
