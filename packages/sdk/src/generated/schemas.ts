// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
export type AccessBundle = {
  bytes: number;
  sha256: string;
  fileName: string;
  /** Format: date-time */
  generatedAt: string;
  /** Format: date-time */
  expiresAt: string;
  downloads: number;
};
export type AccessPart = {
  peer: string;
  /**
   * @description `empty`: the service stores no data about the data subject. `disabled`: no address is configured for the service.
   * @enum {string}
   */
  status: 'pending' | 'ok' | 'empty' | 'failed' | 'disabled';
  attempts: number;
  bytes: number | null;
  sha256: string | null;
  error: string | null;
  fetchedAt: string | null;
};
export type AccessPolicy = {
  id: string;
  clientId: string;
  name: string;
  description: string | null;
  /** @enum {string} */
  mode: 'enabled' | 'report_only' | 'disabled';
  priority: number;
  conditions: PolicyConditions;
  controls: PolicyControls;
  version: number;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
  /** Format: date-time */
  modeChangedAt: string;
};
export type AccessPolicyList = {
  data: AccessPolicy[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type AccessPolicySimulation = {
  /** @enum {string} */
  decision: 'allow' | 'block' | 'require';
  requirements: {
    policyId: string | null;
    /** @enum {string} */
    operator: 'all' | 'any';
    controls: string[];
  }[];
  session: {
    maxAccessTokenSeconds: number | null;
    maxSessionSeconds: number | null;
    /** @enum {string} */
    refreshToken: 'allow' | 'deny';
    /** @enum {string} */
    senderConstrained: 'none' | 'dpop' | 'mtls';
  };
  policies: {
    /** @description Null for the candidate policy. */
    id: string | null;
    name: string;
    /** @enum {string} */
    mode: 'enabled' | 'report_only' | 'disabled';
    /** @enum {string} */
    result: 'not_enabled' | 'not_applied' | 'satisfied' | 'unsatisfied' | 'blocked';
    unmatched: string[];
    unknown: string[];
    unmet: string[];
  }[];
};
export type AccessRequest = {
  id: string;
  /** @enum {string} */
  state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'PARTIAL' | 'FAILED' | 'CANCELLED' | 'EXPIRED';
  /** @enum {string} */
  kind: 'access' | 'portability';
  subject: {
    /**
     * @description `consent_subject`: an identifier from your own system under which consents were recorded.
     * @enum {string}
     */
    type: 'user_id' | 'external_id' | 'email' | 'consent_subject';
    /** @description Null after the data subject has been erased. */
    userId: string | null;
  };
  /** @enum {string} */
  requestedBy: 'data_subject' | 'guardian' | 'agent' | 'controller' | 'authority';
  /** @enum {string} */
  regulation: 'gdpr' | 'ccpa' | 'lgpd' | 'other';
  /** @enum {string} */
  identityVerification: 'authenticated_session' | 'email_confirmation' | 'document' | 'none';
  externalReference: string | null;
  note: string | null;
  /** Format: date-time */
  receivedAt: string;
  /**
   * Format: date-time
   * @description One month after `receivedAt` (GDPR Art. 12(3)).
   */
  dueAt: string;
  parts: AccessPart[];
  bundle: AccessBundle | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type AccessRequestList = {
  data: AccessRequest[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type AccountConsent = {
  clientId: string;
  clientName: string;
  logoUri: string | null;
  scopes: string[];
  resources: string[];
  firstParty: boolean;
  /** Format: date-time */
  grantedAt: string;
  /** Format: date-time */
  lastUsedAt: string;
};
export type AccountConsentList = {
  data: AccountConsent[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ActivateLoginFlowRequest = {
  /** @enum {string} */
  source: 'draft' | 'version';
  /** @description Required if `source` is `version`. 0 is the built-in default. */
  version?: number;
  /** @description The version that is currently active. */
  expectedActiveVersion: number;
  /** @description The revision of the draft to activate. */
  expectedDraftRevision?: number;
  comment?: string;
  /**
   * @description Restarts logins in progress instead of letting them complete with their version.
   * @default false
   */
  terminateInProgress?: boolean;
};
export type Activation = {
  id: string;
  eligibleAssignmentId: string;
  principal: {
    /** @constant */
    type: 'user';
    id: string;
  };
  role: string | null;
  /** @description The scopes as resolved at the time of activation. */
  scopes: string[];
  organizationId: string | null;
  /** @enum {string} */
  state:
    | 'requested'
    | 'scheduled'
    | 'active'
    | 'denied'
    | 'cancelled'
    | 'timed_out'
    | 'revoked'
    | 'expired';
  justification: string | null;
  ticket: {
    system: string;
    number: string;
  } | null;
  durationSeconds: number;
  /** Format: date-time */
  requestedAt: string;
  decisionDeadline: string | null;
  approvals: {
    approver: {
      /** @constant */
      type: 'user';
      id: string;
    };
    /** Format: date-time */
    at: string;
    comment: string | null;
  }[];
  requiredApprovals: number;
  startsAt: string | null;
  endsAt: string | null;
  endedAt: string | null;
  endReason: string | null;
  /** @description The comment of the person who denied, cancelled or ended the activation. */
  endComment: string | null;
  requestContext: {
    ip: string;
    userAgent: string | null;
    acr: string | null;
    amr: string[];
    authTime: string | null;
  };
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
  /** @enum {string} */
  view: 'requester' | 'approver' | 'admin';
  canApprove: boolean;
};
export type ActivationDecision = {
  /** @description Visible to the requester and to everyone who can see the activation. */
  comment?: string | null;
};
export type ActivationList = {
  data: Activation[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ActivationRequest = {
  eligibleAssignmentId: string;
  /** @description Must not exceed the maximum of the activation rules. Defaults to their default duration. */
  durationSeconds?: number;
  /** @description Must be at most 30 days in the future. Defaults to the time of approval. */
  startsAt?: string | null;
  justification?: string | null;
  ticket?: {
    system: string;
    number: string;
  } | null;
  /** @description A subset of the scopes of the eligible assignment. */
  scopes?: string[];
};
export type ActiveScopes = {
  principal: {
    /** @enum {string} */
    type: 'user' | 'client';
    id: string;
  };
  scopes: {
    scope: string;
    activationId: string;
    role: string | null;
    /** Format: date-time */
    expiresAt: string;
  }[];
  /** Format: date-time */
  asOf: string;
  nextChangeAt: string | null;
};
export type AddContactRequest = {
  /** @enum {string} */
  type: 'email' | 'phone';
  /** @description An e-mail address, or an E.164 phone number. */
  value: string;
};
export type AddDomainRequest = {
  /** @description Defaults to the organization's `primaryDomain` or, without one, to the domain of the caller's verified e-mail address. */
  domain?: string;
  /**
   * @description `auto_join`: users with a verified address at the domain join the organization when they sign in.
   * @default none
   * @enum {string}
   */
  enrollment?: 'none' | 'auto_join';
};
export type AddSetupDomainRequest = {
  domain: string;
  /**
   * @description `auto_join`: users with a verified address at the domain join the organization when they sign in.
   * @default none
   * @enum {string}
   */
  enrollment?: 'none' | 'auto_join';
};
export type AnsweredInvitation = {
  id: string;
  organizationId: string;
  /** @enum {string} */
  state: 'accepted' | 'declined';
};
export type ApiClient = {
  clientId: string;
  scopes: string[] | null;
  modes: ('user' | 'client')[];
  detailTypes: string[];
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type ApiClientList = {
  data: ApiClient[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ApiDetailType = {
  type: string;
  schema: {
    [key: string]: unknown;
  };
  display: {
    [key: string]: string;
  };
  maxInstances: number;
  requires: {
    acr?: string;
    maxAgeSeconds?: number;
  } | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type ApiDetailTypeList = {
  data: ApiDetailType[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ApiResource = {
  id: string;
  identifier: string;
  name: string;
  description: string | null;
  logoUri: string | null;
  documentationUri: string | null;
  tosUri: string | null;
  policyUri: string | null;
  /** @enum {string} */
  tokenFormat: 'jwt' | 'opaque';
  /** @enum {string} */
  signingAlg: 'ES256' | 'RS256' | 'PS256' | 'EdDSA';
  accessTokenTtlSeconds: number;
  /** @enum {string} */
  clientAccess: 'listed' | 'first_party' | 'all';
  /** @enum {string} */
  userAccess: 'any' | 'permission';
  defaultScopes: string[];
  claims: ('roles' | 'permissions' | 'entitlements' | 'custom')[];
  /** @enum {string} */
  organization: 'optional' | 'none' | 'required';
  /** @enum {string} */
  senderConstraint: 'none' | 'any' | 'dpop' | 'mtls';
  offlineAccess: boolean;
  userinfoAudience: boolean;
  introspectionClients: string[];
  publish: boolean;
  enabled: boolean;
  metadata: {
    [key: string]: string;
  };
  /** @description When the last token issued before the API was disabled expires for backends that verify tokens without introspection. Null while the API is enabled. */
  tokensLiveUntil: string | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type ApiResourceDeletion = {
  id: string;
  /** @constant */
  deleted: true;
  /** Format: date-time */
  tokensLiveUntil: string;
};
export type ApiResourceList = {
  data: ApiResource[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ApiResourceSimulation = {
  scopes: string[];
  left: {
    scope: string;
    /** @enum {string} */
    reason:
      | 'unknown_scope'
      | 'client_not_allowed'
      | 'scope_not_allowed'
      | 'mode_not_allowed'
      | 'permission_missing'
      | 'organization_required'
      | 'consent_required'
      | 'step_up_required';
  }[];
  claims: {
    [key: string]: unknown;
  };
};
export type ApiScope = {
  name: string;
  displayName: {
    [key: string]: string;
  };
  description: {
    [key: string]: string;
  };
  permission: string | null;
  requires: {
    acr?: string;
    maxAgeSeconds?: number;
  } | null;
  sensitive: boolean;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type ApiScopeList = {
  data: ApiScope[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ApiSigningKey = {
  kid: string;
  /** @enum {string} */
  alg: 'ES256' | 'RS256' | 'PS256' | 'EdDSA';
  /**
   * @description A key is published before it signs, and for as long as tokens that it signed can be valid.
   * @enum {string}
   */
  state: 'pre_published' | 'active' | 'retired';
  /** Format: date-time */
  activatesAt: string;
  retiresAt: string | null;
  removesAt: string | null;
};
export type ApiSigningKeyList = {
  data: ApiSigningKey[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type Application = {
  /** @description The client id. */
  id: string;
  clientId: string;
  name: string;
  /** @enum {string} */
  type: 'web' | 'spa' | 'native' | 'm2m' | 'device';
  description: string | null;
  logoUri: string | null;
  tosUri: string | null;
  policyUri: string | null;
  grantTypes: (
    | 'authorization_code'
    | 'refresh_token'
    | 'client_credentials'
    | 'urn:ietf:params:oauth:grant-type:device_code'
    | 'urn:ietf:params:oauth:grant-type:token-exchange'
  )[];
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  /** @enum {string} */
  tokenEndpointAuthMethod:
    'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';
  jwks: {
    keys: ({
      kty: string;
    } & {
      [key: string]: unknown;
    })[];
  } | null;
  jwksUri: string | null;
  allowedScopes: string[];
  accessTokenTtlSeconds: number;
  refreshTokenIdleTtlSeconds: number;
  allowedOrigins: string[];
  requirePkce: boolean;
  requireNonce: boolean;
  requirePar: boolean;
  /** @enum {string} */
  idTokenSignedResponseAlg: 'RS256' | 'ES256';
  backchannelLogoutUri: string | null;
  firstParty: boolean;
  enabled: boolean;
  claimsWebhook: {
    url: string;
    tokenTypes: ('access_token' | 'id_token')[];
    /** @enum {string} */
    failureMode: 'omit' | 'deny';
    timeoutMilliseconds: number;
    version: number;
  } | null;
  metadata: {
    [key: string]: string;
  };
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type ApplicationList = {
  data: Application[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ApplicationSecret = {
  id: string;
  last4: string;
  /** Format: date-time */
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
};
export type ApplicationSecretList = {
  data: ApplicationSecret[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type AppliedTemplate = {
  templateId: string;
  version: number;
  created: AttributeDefinition[];
  skipped: {
    key: string;
    /** @enum {string} */
    reason: 'identical' | 'conflict';
  }[];
  dryRun: boolean;
};
export type ApplyTemplateRequest = {
  templateId: string;
  /** @description Keys to apply. Defaults to all keys. */
  include?: string[];
  keyPrefix?: string;
  /**
   * @description How to handle keys that already exist with a different definition.
   * @default fail
   * @enum {string}
   */
  onConflict?: 'fail' | 'skip';
  /** @default false */
  dryRun?: boolean;
};
export type AttributeConstraints = {
  minLength?: number;
  maxLength?: number;
  /** @description Regular expression in RE2 syntax. Matches anywhere in the value unless anchored. */
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  /** @description Allowed values of an `enum`. */
  options?: {
    value: string;
    label?: string | null;
    labels?: {
      [key: string]: string;
    };
  }[];
  /** @description JSON Schema 2020-12 for an `object`, without references and at most 3 levels deep. */
  schema?: {
    [key: string]: unknown;
  };
};
export type AttributeDefinition = {
  id: string;
  /**
   * @description `purging`: the definition is deleted and its stored values are being removed.
   * @enum {string}
   */
  state: 'active' | 'purging';
  /** @enum {string} */
  entityKind: 'user' | 'organization';
  /** @description Name of the property in `metadata`. Unique per entity kind. */
  key: string;
  /** @enum {string} */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'date_time' | 'enum' | 'object';
  multiValued: boolean;
  format: ('email' | 'uri' | 'phone' | 'uuid' | 'country' | 'locale' | 'time_zone' | 'ip') | null;
  constraints: AttributeConstraints;
  required: boolean;
  unique: boolean;
  /**
   * @description `read_only` attributes can be written only by directories, imports and sign-ins.
   * @enum {string}
   */
  mutability: 'read_write' | 'write_once' | 'read_only';
  /**
   * @description What users can do with the attribute on self-service pages.
   * @enum {string}
   */
  visibility: 'admin_only' | 'self_read' | 'self_write';
  exposeInToken: boolean;
  /**
   * @description The values of `sensitive` attributes are left out of events and audit records.
   * @enum {string}
   */
  sensitivity: 'none' | 'personal' | 'sensitive';
  defaultValue: unknown;
  label: string | null;
  labels: {
    [key: string]: string;
  };
  description: string | null;
  descriptions: {
    [key: string]: string;
  };
  group: string | null;
  order: number;
  scimPath: string;
  template: {
    id: string;
    version: number;
  } | null;
  conformance: {
    /** @enum {string} */
    state: 'idle' | 'scanning' | 'conforming' | 'violated';
    /** @description Number of records that the last scan has examined. */
    checked: number;
    violations: number;
    /** @description Up to 20 records that violate the definition. */
    sampleIds: string[];
    finishedAt: string | null;
  };
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type AttributeDefinitionList = {
  data: AttributeDefinition[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type AttributeSchemaSettings = {
  /** @enum {string} */
  entityKind: 'user' | 'organization';
  /** @enum {string} */
  unmanagedAttributes: 'allow' | 'reject';
};
export type AttributeTemplate = {
  id: string;
  version: number;
  /** @enum {string} */
  entityKind: 'user' | 'organization';
  name: string;
  description: string;
  definitions: CreateAttributeDefinitionRequestOutput[];
};
export type AttributeTemplateList = {
  data: AttributeTemplate[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type AuditExport = {
  id: string;
  /** @enum {string} */
  state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'EXPIRED';
  /** Format: date-time */
  from: string;
  /** Format: date-time */
  to: string;
  /** @enum {string} */
  format: 'ndjson' | 'csv';
  /** @enum {string} */
  compression: 'gzip' | 'none';
  filter: {
    /** @description An exact name, or a prefix that ends in `*`. */
    operationIds?: string[];
    actorIds?: string[];
    subjectIds?: string[];
    organizationIds?: string[];
    clientIds?: string[];
    outcomes?: ('success' | 'failure' | 'denied')[];
  } | null;
  includePersonalData: boolean;
  includeChain: boolean;
  progress: {
    records: number;
    lastSeq: number;
    maxSeq: number;
  };
  parts: {
    /** @description The part number to use in the download URL. */
    part: number;
    name: string;
    /** @enum {string} */
    kind: 'records' | 'chain' | 'checkpoints';
    records: number;
    bytes: number;
    sha256: string;
    firstSeq: number;
    lastSeq: number;
  }[];
  manifestSha256: string | null;
  expiresAt: string | null;
  error: {
    code: string;
    detail: string;
  } | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type AuditLog = {
  /** @description Number of records that are kept. */
  records: number;
  firstSeq: number | null;
  lastSeq: number | null;
  lastHash: string;
  lastRecordedAt: string | null;
  /** @description The log is sealed up to its record. */
  lastCheckpoint: {
    seq: number;
    hash: string;
    previousSeq: number | null;
    /** Format: date-time */
    at: string;
    kid: string;
    /** @description The signed checkpoint, for `platformctl audit verify --checkpoint`. */
    jws: string;
  } | null;
};
export type AuditRecord = {
  /** @description The number of the record in the log, which has no gaps. */
  seq: number;
  id: string;
  /** Format: date-time */
  occurredAt: string;
  /**
   * Format: date-time
   * @description When the record was added to the log.
   */
  recordedAt: string;
  operationId: string;
  /** @enum {string} */
  outcome: 'success' | 'failure' | 'denied';
  status: number | null;
  /** @description The code of the problem, if the operation failed. */
  code: string | null;
  actor: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system';
    id: string;
    clientId: string | null;
    name: string | null;
    email: string | null;
  };
  subject: {
    type: string;
    id: string;
    name: string | null;
    email: string | null;
  };
  organizationId: string | null;
  sourceIp: string | null;
  userAgent: string | null;
  sessionId: string | null;
  requestId: string | null;
  /** @description JSON pointers of the changed members. */
  changed: string[];
  details: {
    [key: string]: unknown;
  } | null;
  /** @description The parts that were removed from the log when a user was erased. */
  erasedParts: ('actor' | 'subject' | 'details')[];
  recordHash: string;
  /** @description The hash of the chain up to this record. */
  hash: string;
  /** @description Whether a checkpoint seals the record. */
  sealed: boolean;
};
export type AuditVerification = {
  id: string;
  /** @enum {string} */
  state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED';
  /** @description The first record to verify. */
  fromSeq: number;
  /** @description The last record to verify: the newest one at the creation. */
  toSeq: number;
  progress: {
    /** @description The newest record that has been verified. */
    verifiedSeq: number | null;
  };
  /** @description Null until the verification is completed. */
  result: {
    /** @enum {string} */
    outcome: 'intact' | 'broken';
    /** @description The newest record that verified. */
    verifiedSeq: number | null;
    /** @description The newest record that a verified checkpoint seals. */
    sealedSeq: number | null;
    /** @description Number of checkpoints that verified. */
    checkpoints: number;
    firstBroken: {
      seq: number;
      /** @enum {string} */
      code:
        | 'record_missing'
        | 'record_changed'
        | 'chain_broken'
        | 'row_changed'
        | 'personal_data_changed'
        | 'checkpoint_invalid'
        | 'checkpoint_mismatch'
        | 'checkpoint_missing';
      detail: string;
    } | null;
  } | null;
  error: {
    code: string;
    detail: string;
  } | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type AuthzenEvaluationRequest = {
  subject: {
    type: string;
    id: string;
    properties?: {
      [key: string]: unknown;
    };
  };
  action: {
    name: string;
    properties?: {
      [key: string]: unknown;
    };
  };
  resource: {
    type: string;
    id: string;
    properties?: {
      [key: string]: unknown;
    };
  };
  context?: {
    [key: string]: unknown;
  };
};
export type AuthzenEvaluationResponse = {
  decision: boolean;
  context?: {
    [key: string]: unknown;
  };
};
export type AuthzenEvaluationsRequest = {
  subject?: {
    type: string;
    id: string;
    properties?: {
      [key: string]: unknown;
    };
  };
  action?: {
    name: string;
    properties?: {
      [key: string]: unknown;
    };
  };
  resource?: {
    type: string;
    id: string;
    properties?: {
      [key: string]: unknown;
    };
  };
  context?: {
    [key: string]: unknown;
  };
  /** @description Each item inherits `subject`, `action`, `resource` and `context` from the top level if it omits them. Without any items, the top level is evaluated as a single request. */
  evaluations?: {
    subject?: {
      type: string;
      id: string;
      properties?: {
        [key: string]: unknown;
      };
    };
    action?: {
      name: string;
      properties?: {
        [key: string]: unknown;
      };
    };
    resource?: {
      type: string;
      id: string;
      properties?: {
        [key: string]: unknown;
      };
    };
    context?: {
      [key: string]: unknown;
    };
  }[];
  options?: {
    /**
     * @default execute_all
     * @enum {string}
     */
    evaluations_semantic?: 'execute_all' | 'deny_on_first_deny' | 'permit_on_first_permit';
  };
};
export type AuthzenEvaluationsResponse =
  | {
      evaluations: AuthzenEvaluationResponse[];
    }
  | AuthzenEvaluationResponse;
export type BatchCheckRequest = {
  checks: {
    correlationId: string;
    /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
    subject: string;
    relation: string;
    /** @description An object in the form `type:id`, at most 256 characters. */
    object: string;
    /** @description Values for the parameters of conditions. Values stored with a tuple take precedence. At most 32 KiB. */
    context?: {
      [key: string]: unknown;
    };
    /** @description Tuples that apply only to this request. They replace stored tuples with the same key. At most 100. */
    contextualTuples?: RelationTupleInput[];
  }[];
  /** @description Defaults to the active model. */
  modelId?: string;
  consistency?: FgaConsistency;
};
export type BatchCheckResponse = {
  results: (
    | {
        correlationId: string;
        allowed: boolean;
      }
    | {
        correlationId: string;
        error: {
          status: number;
          code: string;
          detail: string;
          errors: {
            pointer?: string;
            code: string;
            detail: string;
          }[];
        };
      }
  )[];
  modelId: string;
  /** @description Identifies the snapshot that was read. */
  consistencyToken: string;
};
export type BeginEnrollmentRequest = {
  /** @enum {string} */
  type: 'passkey' | 'security_key' | 'totp';
};
export type BeginIdentityLinkRequest = {
  provider: string;
};
export type BindLoginFlowClientRequest = {
  /**
   * @description If null, the client uses the active flow.
   * @default null
   */
  version?: number | null;
  /** @default default */
  entrypoint?: string;
  /** @default null */
  minimumAssurance?: ('aal1' | 'aal2' | 'aal3') | null;
  /** @default null */
  allowedMethods?:
    | (
        | 'password'
        | 'totp'
        | 'recovery_code'
        | 'email_code'
        | 'magic_link'
        | 'sms_code'
        | 'passkey'
        | 'security_key'
        | 'social'
        | 'federation'
      )[]
    | null;
  /** @default null */
  allowedConnectors?: string[] | null;
  /** @default null */
  defaultConnector?: string | null;
  /** @default null */
  maxAgeSeconds?: number | null;
  /** @default null */
  signUpEnabled?: boolean | null;
};
export type Branding = {
  /** @constant */
  id: 'branding';
  /** @description Whether the defaults apply because no branding is stored. */
  isDefault: boolean;
  version: number;
  displayName: string;
  logoUrl: string | null;
  logoDarkUrl: string | null;
  iconUrl: string | null;
  backgroundImageUrl: string | null;
  /** @enum {string} */
  themeMode: 'light' | 'dark' | 'auto';
  /** @enum {string} */
  contrastPolicy: 'enforce' | 'warn';
  /** @enum {string} */
  fontFamily: 'system' | 'inter' | 'roboto' | 'open_sans' | 'lato' | 'noto_sans' | 'source_sans_3';
  /** @enum {string} */
  cornerStyle: 'square' | 'rounded' | 'pill';
  /** @enum {string} */
  layout: 'centered' | 'split_left' | 'split_right';
  colors: {
    primary?: string;
    onPrimary?: string;
    background?: string;
    surface?: string;
    text?: string;
    mutedText?: string;
    link?: string;
    error?: string;
    border?: string;
  };
  colorsDark: {
    primary?: string;
    onPrimary?: string;
    background?: string;
    surface?: string;
    text?: string;
    mutedText?: string;
    link?: string;
    error?: string;
    border?: string;
  };
  customCss: string | null;
  links: {
    privacyPolicyUrl?: string;
    termsUrl?: string;
    helpUrl?: string;
    supportEmail?: string;
  };
  defaultLocale: string;
  supportedLocales: string[];
  texts: {
    [key: string]: {
      [key: string]: string;
    };
  };
  overrides: {
    clientId?: string;
    organizationId?: string;
    displayName?: string;
    logoUrl?: string;
    logoDarkUrl?: string;
    primaryColor?: string;
  }[];
  showPoweredBy: boolean;
  /** @description The platform's copies of the images, and uploaded pictures. Pages show only these. */
  assets: {
    /** @enum {string} */
    kind: 'logo' | 'logo_dark' | 'icon' | 'background_image';
    sourceUrl: string;
    /** @enum {string} */
    status: 'pending' | 'ready' | 'failed';
    failureReason: string | null;
    sha256: string | null;
    mediaType: string | null;
    width: number | null;
    height: number | null;
  }[];
  accessibility: {
    /** @enum {string} */
    level: 'AAA' | 'AA' | 'fail';
    checks: {
      /** @enum {string} */
      scheme: 'light' | 'dark';
      /** @description The foreground and background, such as `text/surface`. */
      pair: string;
      ratio: number;
      required: number;
      passes: boolean;
      /** @description The nearest color that passes in place of the foreground; null if the pair passes. */
      nearest: string | null;
    }[];
  };
  warnings: {
    pointer: string;
    code: string;
    detail: string;
  }[];
  createdAt: string | null;
  updatedAt: string | null;
};
export type BrandingPicture = {
  /** @description For the branding. A path that every host of the tenant serves; its content never changes. */
  url: string;
  sha256: string;
  /** @enum {string} */
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  bytes: number;
  /** Format: date-time */
  createdAt: string;
};
export type CancelErasureRequest = {
  reason?: string;
};
export type ChangeConsentRequest = {
  /** @enum {string} */
  decision?: 'given' | 'refused';
  version?: number;
  expiresAt?: string | null;
  /** @description The legal documents that were shown to the data subject. */
  noticeDocumentIds?: string[];
  /** @description A BCP 47 language tag, such as de-CH. */
  language?: string;
  /** @enum {string} */
  consentType?: 'expressed' | 'explicitly_expressed' | 'implied';
  /** @enum {string} */
  collectionMethod?:
    'web_form' | 'mobile_app' | 'sdk' | 'api' | 'paper' | 'verbal' | 'email_link' | 'import';
  givenBy?: {
    /** @enum {string} */
    type: 'subject' | 'guardian' | 'representative';
    id: string;
  };
  evidence?: {
    ip?: string;
    userAgent?: string;
    /** @description The page or screen on which the data subject decided. */
    url?: string;
    formId?: string;
    /** @description The text that was shown to the data subject. */
    statement?: string;
    proofs?: {
      sha256: string;
      mediaType: string;
      uri: string;
    }[];
  };
  metadata?: {
    [key: string]: string;
  };
  reason?: string;
  /**
   * Format: date-time
   * @description When the data subject made the decision. Defaults to now.
   */
  changedAt?: string;
};
export type CheckRequest = {
  /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
  subject: string;
  relation: string;
  /** @description An object in the form `type:id`, at most 256 characters. */
  object: string;
  /** @description Values for the parameters of conditions. Values stored with a tuple take precedence. At most 32 KiB. */
  context?: {
    [key: string]: unknown;
  };
  /** @description Tuples that apply only to this request. They replace stored tuples with the same key. At most 100. */
  contextualTuples?: RelationTupleInput[];
  /** @description Defaults to the active model. */
  modelId?: string;
  consistency?: FgaConsistency;
};
export type CheckResponse = {
  allowed: boolean;
  modelId: string;
  /** @description Identifies the snapshot that was read. */
  consistencyToken: string;
};
export type CloudDirectoryTestRequest = {
  /** @default global */
  cloud?: string;
  tenantId?: string;
  clientId?: string;
  /** @description Used for the test, not kept. */
  clientSecret?: string;
  certificatePem?: string;
  /** @description Used for the test, not kept. */
  privateKeyPem?: string;
  /** @description Tests with the configuration and the stored credential of this directory. */
  directoryId?: string;
  /**
   * @description How many users to show.
   * @default 3
   */
  sampleSize?: number;
};
export type CloudDirectoryTestResponse = {
  /** @description Whether every step succeeded. */
  ok: boolean;
  kind: string;
  /** Format: date-time */
  startedAt: string;
  durationMs: number;
  steps: DiagnosticStep[];
  /** @description Information about the remote system. */
  summary: {
    [key: string]: unknown;
  };
  /** @description Sample users, mapped as an import would map them. */
  sample: {
    [key: string]: unknown;
  }[];
};
export type CompleteEnrollmentRequest = {
  label?: string;
  /** @description The code that the authenticator app shows. */
  code?: string;
  /** @description The new credential, as JSON (`PublicKeyCredential.toJSON()`). */
  credential?: {
    [key: string]: unknown;
  };
};
export type CompleteIdentityLinkRequest = {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
  /** @description The name and address that Apple sends once. */
  user?: string;
};
export type ComplianceProfile = {
  /** @default null */
  controllerName: string | null;
  /** @default null */
  controllerAddress: string | null;
  /** @default null */
  contactEmail: string | null;
  /** @default null */
  phone: string | null;
  /** @default null */
  url: string | null;
  /**
   * @description Contact details of the data protection officer.
   * @default null
   */
  dpoContact: string | null;
  /** @default null */
  supervisoryAuthority: string | null;
  /**
   * @description Page where data subjects can read about and exercise their rights.
   * @default null
   */
  rightsUrl: string | null;
  /** @default null */
  jurisdiction: string | null;
  /** @default null */
  defaultLocale: string | null;
  /** @description Null until the profile is first saved. */
  createdAt: string | null;
  updatedAt: string | null;
};
export type ConfigureSiemSinkRequest =
  | {
      name: string;
      /** @enum {string} */
      format?: 'platform_json' | 'ocsf' | 'ecs' | 'cef';
      filter?: {
        /**
         * @default [
         *       "audit",
         *       "lifecycle"
         *     ]
         */
        channels?: ('audit' | 'lifecycle')[];
        /**
         * @default [
         *       "*"
         *     ]
         */
        eventTypes?: string[];
        /**
         * @description Streams only events of these organizations. If null, events of all organizations.
         * @default null
         */
        organizationIds?: string[] | null;
        /**
         * @description Filters audit records by outcome. Other events have no outcome and are always included.
         * @default null
         */
        outcomes?: ('success' | 'failure' | 'denied')[] | null;
        /**
         * @default low
         * @enum {string}
         */
        minSeverity?: 'low' | 'medium' | 'high';
      };
      redaction?: {
        /** @enum {string} */
        mode: 'none' | 'mask' | 'hash';
        /**
         * @description Names of properties to remove, at any depth. The event's own `id`, `type`, `occurredAt` and `schemaVersion` are always kept.
         * @default []
         */
        fields?: string[];
      };
      batch?: {
        maxEvents?: number;
        maxBytes?: number;
        maxSeconds?: number;
      };
      tls?: {
        /** @description Certificate authorities to trust in addition to the public ones. */
        caPem?: string;
        clientCertPem?: string;
        /** @description Write-only. */
        clientKeyPem?: string;
      } | null;
      /** @enum {string} */
      status?: 'active' | 'paused';
      /** @constant */
      kind: 'splunk_hec';
      config: {
        /**
         * Format: uri
         * @description Base URL of the HTTP Event Collector.
         */
        url: string;
        index?: string;
        source?: string;
        /** @default platform:event */
        sourcetype?: string;
        /**
         * @description Whether to wait until the indexer acknowledges a batch. Indexer acknowledgment must be enabled for the token.
         * @default false
         */
        acknowledge?: boolean;
      };
      credentials: {
        token: string;
      };
      /** @description Where to start: `now` (default), the `oldest` event that is kept, or a time. */
      startFrom?: ('now' | 'oldest') | string;
    }
  | {
      name: string;
      /** @enum {string} */
      format?: 'platform_json' | 'ocsf' | 'ecs' | 'cef';
      filter?: {
        /**
         * @default [
         *       "audit",
         *       "lifecycle"
         *     ]
         */
        channels?: ('audit' | 'lifecycle')[];
        /**
         * @default [
         *       "*"
         *     ]
         */
        eventTypes?: string[];
        /**
         * @description Streams only events of these organizations. If null, events of all organizations.
         * @default null
         */
        organizationIds?: string[] | null;
        /**
         * @description Filters audit records by outcome. Other events have no outcome and are always included.
         * @default null
         */
        outcomes?: ('success' | 'failure' | 'denied')[] | null;
        /**
         * @default low
         * @enum {string}
         */
        minSeverity?: 'low' | 'medium' | 'high';
      };
      redaction?: {
        /** @enum {string} */
        mode: 'none' | 'mask' | 'hash';
        /**
         * @description Names of properties to remove, at any depth. The event's own `id`, `type`, `occurredAt` and `schemaVersion` are always kept.
         * @default []
         */
        fields?: string[];
      };
      batch?: {
        maxEvents?: number;
        maxBytes?: number;
        maxSeconds?: number;
      };
      tls?: {
        /** @description Certificate authorities to trust in addition to the public ones. */
        caPem?: string;
        clientCertPem?: string;
        /** @description Write-only. */
        clientKeyPem?: string;
      } | null;
      /** @enum {string} */
      status?: 'active' | 'paused';
      /** @constant */
      kind: 'datadog';
      config: {
        /**
         * @default datadoghq.com
         * @enum {string}
         */
        site?:
          | 'datadoghq.com'
          | 'us3.datadoghq.com'
          | 'us5.datadoghq.com'
          | 'datadoghq.eu'
          | 'ap1.datadoghq.com'
          | 'ap2.datadoghq.com'
          | 'ddog-gov.com';
        /** @default platform */
        service?: string;
        /** @default [] */
        tags?: string[];
      };
      credentials: {
        apiKey: string;
      };
      /** @description Where to start: `now` (default), the `oldest` event that is kept, or a time. */
      startFrom?: ('now' | 'oldest') | string;
    }
  | {
      name: string;
      /** @enum {string} */
      format?: 'platform_json' | 'ocsf' | 'ecs' | 'cef';
      filter?: {
        /**
         * @default [
         *       "audit",
         *       "lifecycle"
         *     ]
         */
        channels?: ('audit' | 'lifecycle')[];
        /**
         * @default [
         *       "*"
         *     ]
         */
        eventTypes?: string[];
        /**
         * @description Streams only events of these organizations. If null, events of all organizations.
         * @default null
         */
        organizationIds?: string[] | null;
        /**
         * @description Filters audit records by outcome. Other events have no outcome and are always included.
         * @default null
         */
        outcomes?: ('success' | 'failure' | 'denied')[] | null;
        /**
         * @default low
         * @enum {string}
         */
        minSeverity?: 'low' | 'medium' | 'high';
      };
      redaction?: {
        /** @enum {string} */
        mode: 'none' | 'mask' | 'hash';
        /**
         * @description Names of properties to remove, at any depth. The event's own `id`, `type`, `occurredAt` and `schemaVersion` are always kept.
         * @default []
         */
        fields?: string[];
      };
      batch?: {
        maxEvents?: number;
        maxBytes?: number;
        maxSeconds?: number;
      };
      tls?: {
        /** @description Certificate authorities to trust in addition to the public ones. */
        caPem?: string;
        clientCertPem?: string;
        /** @description Write-only. */
        clientKeyPem?: string;
      } | null;
      /** @enum {string} */
      status?: 'active' | 'paused';
      /** @constant */
      kind: 'elastic';
      config: {
        /**
         * Format: uri
         * @description Base URL of the cluster.
         */
        url: string;
        dataStream: string;
      };
      credentials: {
        apiKey: string;
      };
      /** @description Where to start: `now` (default), the `oldest` event that is kept, or a time. */
      startFrom?: ('now' | 'oldest') | string;
    }
  | {
      name: string;
      /** @enum {string} */
      format?: 'platform_json' | 'ocsf' | 'ecs' | 'cef';
      filter?: {
        /**
         * @default [
         *       "audit",
         *       "lifecycle"
         *     ]
         */
        channels?: ('audit' | 'lifecycle')[];
        /**
         * @default [
         *       "*"
         *     ]
         */
        eventTypes?: string[];
        /**
         * @description Streams only events of these organizations. If null, events of all organizations.
         * @default null
         */
        organizationIds?: string[] | null;
        /**
         * @description Filters audit records by outcome. Other events have no outcome and are always included.
         * @default null
         */
        outcomes?: ('success' | 'failure' | 'denied')[] | null;
        /**
         * @default low
         * @enum {string}
         */
        minSeverity?: 'low' | 'medium' | 'high';
      };
      redaction?: {
        /** @enum {string} */
        mode: 'none' | 'mask' | 'hash';
        /**
         * @description Names of properties to remove, at any depth. The event's own `id`, `type`, `occurredAt` and `schemaVersion` are always kept.
         * @default []
         */
        fields?: string[];
      };
      batch?: {
        maxEvents?: number;
        maxBytes?: number;
        maxSeconds?: number;
      };
      tls?: {
        /** @description Certificate authorities to trust in addition to the public ones. */
        caPem?: string;
        clientCertPem?: string;
        /** @description Write-only. */
        clientKeyPem?: string;
      } | null;
      /** @enum {string} */
      status?: 'active' | 'paused';
      /** @constant */
      kind: 'sentinel';
      config: {
        /**
         * Format: uri
         * @description Ingestion URL of the data collection endpoint or rule.
         */
        endpoint: string;
        ruleId: string;
        streamName: string;
        /** Format: uuid */
        directoryTenantId: string;
        /** Format: uuid */
        clientId: string;
      };
      credentials: {
        clientSecret: string;
      };
      /** @description Where to start: `now` (default), the `oldest` event that is kept, or a time. */
      startFrom?: ('now' | 'oldest') | string;
    }
  | {
      name: string;
      /** @enum {string} */
      format?: 'platform_json' | 'ocsf' | 'ecs' | 'cef';
      filter?: {
        /**
         * @default [
         *       "audit",
         *       "lifecycle"
         *     ]
         */
        channels?: ('audit' | 'lifecycle')[];
        /**
         * @default [
         *       "*"
         *     ]
         */
        eventTypes?: string[];
        /**
         * @description Streams only events of these organizations. If null, events of all organizations.
         * @default null
         */
        organizationIds?: string[] | null;
        /**
         * @description Filters audit records by outcome. Other events have no outcome and are always included.
         * @default null
         */
        outcomes?: ('success' | 'failure' | 'denied')[] | null;
        /**
         * @default low
         * @enum {string}
         */
        minSeverity?: 'low' | 'medium' | 'high';
      };
      redaction?: {
        /** @enum {string} */
        mode: 'none' | 'mask' | 'hash';
        /**
         * @description Names of properties to remove, at any depth. The event's own `id`, `type`, `occurredAt` and `schemaVersion` are always kept.
         * @default []
         */
        fields?: string[];
      };
      batch?: {
        maxEvents?: number;
        maxBytes?: number;
        maxSeconds?: number;
      };
      tls?: {
        /** @description Certificate authorities to trust in addition to the public ones. */
        caPem?: string;
        clientCertPem?: string;
        /** @description Write-only. */
        clientKeyPem?: string;
      } | null;
      /** @enum {string} */
      status?: 'active' | 'paused';
      /** @constant */
      kind: 'http';
      config: {
        /**
         * Format: uri
         * @description An https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.
         */
        url: string;
        /**
         * @description One event per line, or one JSON array. CEF always uses one event per line.
         * @default ndjson
         * @enum {string}
         */
        contentType?: 'ndjson' | 'array';
        /**
         * @description Headers to send with each request. Encrypted at rest. Responses contain only `headerNames`.
         * @default {}
         */
        headers?: {
          [key: string]: string;
        };
      };
      credentials?:
        | {
            /** @constant */
            type: 'none';
          }
        | {
            /** @constant */
            type: 'bearer';
            token: string;
          }
        | {
            /** @constant */
            type: 'basic';
            username: string & (unknown & unknown);
            password: string;
          }
        | {
            /** @constant */
            type: 'signature';
            secret: string;
          };
      /** @description Where to start: `now` (default), the `oldest` event that is kept, or a time. */
      startFrom?: ('now' | 'oldest') | string;
    }
  | {
      name: string;
      /** @enum {string} */
      format?: 'platform_json' | 'ocsf' | 'ecs' | 'cef';
      filter?: {
        /**
         * @default [
         *       "audit",
         *       "lifecycle"
         *     ]
         */
        channels?: ('audit' | 'lifecycle')[];
        /**
         * @default [
         *       "*"
         *     ]
         */
        eventTypes?: string[];
        /**
         * @description Streams only events of these organizations. If null, events of all organizations.
         * @default null
         */
        organizationIds?: string[] | null;
        /**
         * @description Filters audit records by outcome. Other events have no outcome and are always included.
         * @default null
         */
        outcomes?: ('success' | 'failure' | 'denied')[] | null;
        /**
         * @default low
         * @enum {string}
         */
        minSeverity?: 'low' | 'medium' | 'high';
      };
      redaction?: {
        /** @enum {string} */
        mode: 'none' | 'mask' | 'hash';
        /**
         * @description Names of properties to remove, at any depth. The event's own `id`, `type`, `occurredAt` and `schemaVersion` are always kept.
         * @default []
         */
        fields?: string[];
      };
      batch?: {
        maxEvents?: number;
        maxBytes?: number;
        maxSeconds?: number;
      };
      tls?: {
        /** @description Certificate authorities to trust in addition to the public ones. */
        caPem?: string;
        clientCertPem?: string;
        /** @description Write-only. */
        clientKeyPem?: string;
      } | null;
      /** @enum {string} */
      status?: 'active' | 'paused';
      /** @constant */
      kind: 'syslog_tls';
      config: {
        host: string;
        /** @default 6514 */
        port?: number;
        /** @default 13 */
        facility?: number;
        /** @default platform */
        appName?: string;
        /** @description HOSTNAME field of the messages. Defaults to the host of the issuer. */
        hostname?: string;
      };
      credentials?: Record<string, never>;
      /** @description Where to start: `now` (default), the `oldest` event that is kept, or a time. */
      startFrom?: ('now' | 'oldest') | string;
    }
  | {
      name: string;
      /** @enum {string} */
      format?: 'platform_json' | 'ocsf' | 'ecs' | 'cef';
      filter?: {
        /**
         * @default [
         *       "audit",
         *       "lifecycle"
         *     ]
         */
        channels?: ('audit' | 'lifecycle')[];
        /**
         * @default [
         *       "*"
         *     ]
         */
        eventTypes?: string[];
        /**
         * @description Streams only events of these organizations. If null, events of all organizations.
         * @default null
         */
        organizationIds?: string[] | null;
        /**
         * @description Filters audit records by outcome. Other events have no outcome and are always included.
         * @default null
         */
        outcomes?: ('success' | 'failure' | 'denied')[] | null;
        /**
         * @default low
         * @enum {string}
         */
        minSeverity?: 'low' | 'medium' | 'high';
      };
      redaction?: {
        /** @enum {string} */
        mode: 'none' | 'mask' | 'hash';
        /**
         * @description Names of properties to remove, at any depth. The event's own `id`, `type`, `occurredAt` and `schemaVersion` are always kept.
         * @default []
         */
        fields?: string[];
      };
      batch?: {
        maxEvents?: number;
        maxBytes?: number;
        maxSeconds?: number;
      };
      tls?: {
        /** @description Certificate authorities to trust in addition to the public ones. */
        caPem?: string;
        clientCertPem?: string;
        /** @description Write-only. */
        clientKeyPem?: string;
      } | null;
      /** @enum {string} */
      status?: 'active' | 'paused';
      /** @constant */
      kind: 's3';
      config: {
        bucket: string;
        region: string;
        prefix?: string;
        /**
         * Format: uri
         * @description URL of an S3-compatible store. Defaults to AWS.
         */
        endpoint?: string;
        kmsKeyId?: string;
      };
      credentials: {
        accessKeyId: string;
        secretAccessKey: string;
      };
      /** @description Where to start: `now` (default), the `oldest` event that is kept, or a time. */
      startFrom?: ('now' | 'oldest') | string;
    };
export type ConnectorCredential = {
  /** @constant */
  hasCredential: true;
  /** @enum {string} */
  type:
    | 'ldap_bind'
    | 'google_service_account'
    | 'client_secret'
    | 'client_certificate'
    | 'private_key_jwt'
    | 'saml_keys';
  clientId?: string;
  bindDn?: string;
  clientEmail?: string;
  secretLast4: string;
  /** @description When the certificate expires. */
  notAfter: string | null;
  /** Format: date-time */
  setAt: string;
  setBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
};
export type Consent = {
  id: string;
  subjectId: string;
  purposeKey: string;
  purposeName: string;
  /** @enum {string} */
  state: 'requested' | 'given' | 'refused' | 'withdrawn' | 'expired' | 'invalidated';
  version: number;
  /** @enum {string} */
  legalBasis:
    | 'consent'
    | 'explicit_consent'
    | 'contract'
    | 'legal_obligation'
    | 'vital_interests'
    | 'public_task'
    | 'legitimate_interests';
  /** @enum {string} */
  consentType: 'expressed' | 'explicitly_expressed' | 'implied';
  clientId: string | null;
  language: string;
  jurisdiction: string | null;
  noticeDocumentIds: string[];
  notices: {
    documentId: string;
    clientId: string;
    docType: string;
    version: number;
    locale: string;
    sha256: string;
  }[];
  /** @enum {string} */
  collectionMethod:
    'web_form' | 'mobile_app' | 'sdk' | 'api' | 'paper' | 'verbal' | 'email_link' | 'import';
  givenBy: {
    /** @enum {string} */
    type: 'subject' | 'guardian' | 'representative';
    id: string;
  } | null;
  /** Format: date-time */
  givenAt: string;
  expiresAt: string | null;
  withdrawnAt: string | null;
  metadata: {
    [key: string]: string;
  };
  needsReconsent: boolean;
  reconsentReasons: ('purpose_version' | 'document_version' | 'expired')[];
  previousConsentId: string | null;
  historyCount: number;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
  evidence: {
    ip?: string;
    userAgent?: string;
    /** @description The page or screen on which the data subject decided. */
    url?: string;
    formId?: string;
    /** @description The text that was shown to the data subject. */
    statement?: string;
    proofs?: {
      sha256: string;
      mediaType: string;
      uri: string;
    }[];
  };
  /** @description At most 100 entries, newest first. */
  history: ConsentHistoryEntry[];
  historyTruncated: boolean;
};
export type ConsentCheck = {
  subjectId: string;
  purposeKey: string;
  allowed: boolean;
  /** @enum {string} */
  reason:
    | 'given'
    | 'not_given'
    | 'requested'
    | 'refused'
    | 'withdrawn'
    | 'expired'
    | 'version_outdated'
    | 'document_outdated'
    | 'purpose_retired'
    | 'invalidated';
  state: ('requested' | 'given' | 'refused' | 'withdrawn' | 'expired' | 'invalidated') | null;
  consentId: string | null;
  /** @description The version that the data subject agreed to. */
  version: number | null;
  requiredVersion: number | null;
  legalBasis:
    | (
        | 'consent'
        | 'explicit_consent'
        | 'contract'
        | 'legal_obligation'
        | 'vital_interests'
        | 'public_task'
        | 'legitimate_interests'
      )
    | null;
  needsReconsent: boolean;
  givenAt: string | null;
  expiresAt: string | null;
  /** Format: date-time */
  checkedAt: string;
};
export type ConsentHistoryEntry = {
  id: string;
  seq: number;
  /** @enum {string} */
  change:
    | 'requested'
    | 'given'
    | 'refused'
    | 'renewed'
    | 'changed'
    | 'reaffirmed'
    | 'withdrawn'
    | 'expired'
    | 'invalidated';
  /** @enum {string} */
  state: 'requested' | 'given' | 'refused' | 'withdrawn' | 'expired' | 'invalidated';
  version: number;
  /**
   * Format: date-time
   * @description When the data subject made the decision.
   */
  at: string;
  /** Format: date-time */
  recordedAt: string;
  /** @description Null after the data subject has been erased. */
  actor: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  } | null;
  reason: string | null;
  /** @description Hash of this entry and of the previous entry's hash. */
  hash: string;
};
export type ConsentPurpose = {
  /** @description The key of the purpose. */
  id: string;
  purposeKey: string;
  version: number;
  /** @description Data subjects who agreed to an earlier version must agree again. */
  minVersion: number;
  /** @enum {string} */
  state: 'active' | 'retired';
  /**
   * @description An implicit purpose was registered automatically by the first consent that named it.
   * @enum {string}
   */
  source: 'declared' | 'implicit';
  name: string;
  /** @default null */
  description: string | null;
  /**
   * @default consent
   * @enum {string}
   */
  legalBasis:
    | 'consent'
    | 'explicit_consent'
    | 'contract'
    | 'legal_obligation'
    | 'vital_interests'
    | 'public_task'
    | 'legitimate_interests';
  /**
   * @description A purpose term from the Data Privacy Vocabulary (DPV).
   * @default null
   */
  purposeType: string | null;
  /** @default [] */
  personalDataCategories: {
    type: string;
    /** @default false */
    optional: boolean;
    /**
     * @description Whether the purpose involves special categories of personal data (GDPR Art. 9).
     * @default false
     */
    special: boolean;
  }[];
  /** @default [] */
  processingMethods: string[];
  /** @default [] */
  storageLocations: string[];
  /** @default [] */
  processingLocations: string[];
  /**
   * @description An ISO 8601 duration, or a description in words.
   * @default null
   */
  retention: string | null;
  /** @default [] */
  recipients: {
    name: string;
    /** @enum {string} */
    role: 'processor' | 'recipient' | 'third_party';
    /** @default null */
    country: string | null;
  }[];
  /** @default [] */
  services: string[];
  /** @default null */
  withdrawalMethod: string | null;
  /** @default null */
  jurisdiction: string | null;
  /**
   * @description How long a consent is valid. If null, it is valid until it is withdrawn.
   * @default null
   */
  validitySeconds: number | null;
  translations: {
    [key: string]: {
      name: string;
      description?: string;
    };
  };
  requiresReconsent: boolean;
  /** Format: date-time */
  effectiveAt: string;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type ConsentPurposeList = {
  data: ConsentPurpose[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ConsentReceipt = {
  receiptId: string;
  consentId: string;
  /** @description The latest history entry that the receipt covers. */
  recordSeq: number;
  /** Format: date-time */
  issuedAt: string;
  conformsTo: string[];
  /** @description Fields that ISO/IEC TS 27560 requires but for which no value has been provided. */
  missingFields: string[];
  /** @description The payload of the JWS. */
  receipt: {
    [key: string]: unknown;
  };
  /** @description JWS in compact serialization. */
  jws: string;
  kid: string;
  /** @constant */
  alg: 'RS256';
  jwksUri: string;
};
export type ConsentSummary = {
  id: string;
  subjectId: string;
  purposeKey: string;
  purposeName: string;
  /** @enum {string} */
  state: 'requested' | 'given' | 'refused' | 'withdrawn' | 'expired' | 'invalidated';
  version: number;
  /** @enum {string} */
  legalBasis:
    | 'consent'
    | 'explicit_consent'
    | 'contract'
    | 'legal_obligation'
    | 'vital_interests'
    | 'public_task'
    | 'legitimate_interests';
  /** @enum {string} */
  consentType: 'expressed' | 'explicitly_expressed' | 'implied';
  clientId: string | null;
  language: string;
  jurisdiction: string | null;
  noticeDocumentIds: string[];
  notices: {
    documentId: string;
    clientId: string;
    docType: string;
    version: number;
    locale: string;
    sha256: string;
  }[];
  /** @enum {string} */
  collectionMethod:
    'web_form' | 'mobile_app' | 'sdk' | 'api' | 'paper' | 'verbal' | 'email_link' | 'import';
  givenBy: {
    /** @enum {string} */
    type: 'subject' | 'guardian' | 'representative';
    id: string;
  } | null;
  /** Format: date-time */
  givenAt: string;
  expiresAt: string | null;
  withdrawnAt: string | null;
  metadata: {
    [key: string]: string;
  };
  needsReconsent: boolean;
  reconsentReasons: ('purpose_version' | 'document_version' | 'expired')[];
  previousConsentId: string | null;
  historyCount: number;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type ConsentSummaryList = {
  data: ConsentSummary[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type CreateAccessRequest = {
  subject: {
    /**
     * @description `consent_subject`: an identifier from your own system under which consents were recorded.
     * @enum {string}
     */
    type: 'user_id' | 'external_id' | 'email' | 'consent_subject';
    value: string;
  };
  /**
   * @default access
   * @enum {string}
   */
  kind?: 'access' | 'portability';
  /**
   * @default data_subject
   * @enum {string}
   */
  requestedBy?: 'data_subject' | 'guardian' | 'agent' | 'controller' | 'authority';
  /**
   * @default gdpr
   * @enum {string}
   */
  regulation?: 'gdpr' | 'ccpa' | 'lgpd' | 'other';
  /**
   * @default none
   * @enum {string}
   */
  identityVerification?: 'authenticated_session' | 'email_confirmation' | 'document' | 'none';
  /**
   * Format: date-time
   * @description When the data subject made the request. The statutory deadline is calculated from this time. Defaults to now.
   */
  receivedAt?: string;
  /** @description Identifier of the case in your own system. */
  externalReference?: string;
  note?: string;
};
export type CreateApiResourceRequest = {
  /** @description The `resource` of requests (RFC 8707) and the `aud` of tokens: an https URL, an http URL of a loopback host, or a `urn:` or `api:` URI. Cannot be changed. */
  identifier: string;
  name: string;
  /** @default true */
  enabled?: boolean;
  description?: string | null;
  logoUri?: string | null;
  documentationUri?: string | null;
  tosUri?: string | null;
  policyUri?: string | null;
  /** @description Format of access tokens. Defaults to `jwt`. An API with `opaque` tokens introspects them. */
  tokenFormat?: ('jwt' | 'opaque') | null;
  /** @description Algorithm of access tokens. Defaults to `ES256`. */
  signingAlg?: ('ES256' | 'RS256' | 'PS256' | 'EdDSA') | null;
  /** @description Maximum lifetime of access tokens. Defaults to 600. Applications can set less. */
  accessTokenTtlSeconds?: number | null;
  /** @description Which applications get tokens: those added to the API, first-party applications as well, or all. With `all`, applications of third parties that were not added get tokens of users only. Defaults to `listed`. */
  clientAccess?: ('listed' | 'first_party' | 'all') | null;
  /** @description With `permission`, users get a scope only if a role grants the permission of the scope. Defaults to `any`. */
  userAccess?: ('any' | 'permission') | null;
  /** @description Scopes for requests that name none of the API. */
  defaultScopes?: string[] | null;
  /** @description Further claims of access tokens. `permissions` contains those of this API. `custom` adds the claims of the application’s claims webhook. */
  claims?: ('roles' | 'permissions' | 'entitlements' | 'custom')[] | null;
  /** @description Whether tokens contain the organization that the user signed in to (`org_id`). With `required`, requests without one return `access_denied`. Defaults to `optional`. */
  organization?: ('optional' | 'none' | 'required') | null;
  /** @description Whether tokens must be bound to a key of the client. Requests for a token that would not be bound return `invalid_grant`. Defaults to `none`. */
  senderConstraint?: ('none' | 'any' | 'dpop' | 'mtls') | null;
  /** @description Whether refresh tokens can be exchanged for tokens of this API. Defaults to true. */
  offlineAccess?: boolean | null;
  /** @description Whether tokens with the scope `openid` can also be used at the UserInfo endpoint. Defaults to false. */
  userinfoAudience?: boolean | null;
  /** @description Applications that can introspect tokens of the API, such as its resource server. */
  introspectionClients?: string[] | null;
  /** @description Whether the metadata of the API (RFC 9728) is public. Defaults to false. */
  publish?: boolean | null;
  metadata?: {
    [key: string]: string;
  } | null;
};
export type CreateApplicationRequest = {
  /** @description Defaults to a generated id of the form `app_…`. */
  clientId?: string;
  name: string;
  /** @enum {string} */
  type: 'web' | 'spa' | 'native' | 'm2m' | 'device';
  /** @default true */
  enabled?: boolean;
  description?: string | null;
  logoUri?: string | null;
  tosUri?: string | null;
  policyUri?: string | null;
  /** @description A subset of the values that the application type allows. Defaults to the usual values for the type. */
  grantTypes?:
    | (
        | 'authorization_code'
        | 'refresh_token'
        | 'client_credentials'
        | 'urn:ietf:params:oauth:grant-type:device_code'
        | 'urn:ietf:params:oauth:grant-type:token-exchange'
      )[]
    | null;
  /** @description Compared exactly. Must use https, or http for a loopback host. Native applications can also use a private-use scheme that contains a dot (RFC 8252). */
  redirectUris?: string[] | null;
  /** @description The same rules apply as for `redirectUris`. */
  postLogoutRedirectUris?: string[] | null;
  tokenEndpointAuthMethod?:
    ('client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none') | null;
  jwks?: {
    keys: ({
      /** @enum {string} */
      kty: 'RSA' | 'EC' | 'OKP';
      kid?: string;
    } & {
      [key: string]: unknown;
    })[];
  } | null;
  jwksUri?: string | null;
  /** @description The caller's token must have every `tenant:` scope in the list. Defaults to openid, profile, email and offline_access; for m2m, to none. */
  allowedScopes?: string[] | null;
  accessTokenTtlSeconds?: number | null;
  refreshTokenIdleTtlSeconds?: number | null;
  /** @description Origins from which browsers may call. */
  allowedOrigins?: string[] | null;
  /** @description Whether authorization requests require PKCE (RFC 7636). Only confidential clients can set it to false; they must then send a `nonce`, unless `requireNonce` is false. */
  requirePkce?: boolean | null;
  /** @description Whether authorization requests without PKCE require a `nonce`. Only confidential clients can set it to false. Has no effect if `requirePkce` is true. */
  requireNonce?: boolean | null;
  requirePar?: boolean | null;
  idTokenSignedResponseAlg?: ('RS256' | 'ES256') | null;
  backchannelLogoutUri?: string | null;
  /** @description If false, users are asked for consent. */
  firstParty?: boolean | null;
  metadata?: {
    [key: string]: string;
  } | null;
};
export type CreateApplicationSecretRequest = {
  /**
   * @description How long the previous secret stays valid.
   * @default 86400
   */
  expiresPreviousInSeconds?: number;
};
export type CreateAttributeDefinitionRequest = {
  /** @enum {string} */
  entityKind: 'user' | 'organization';
  /** @description Name of the property in `metadata`. Unique per entity kind. */
  key: string;
  /** @enum {string} */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'date_time' | 'enum' | 'object';
  /**
   * @description Whether the value is an array.
   * @default false
   */
  multiValued?: boolean;
  /** @description Applies to `string` attributes. */
  format?: ('email' | 'uri' | 'phone' | 'uuid' | 'country' | 'locale' | 'time_zone' | 'ip') | null;
  constraints?: {
    minLength?: number | null;
    maxLength?: number | null;
    pattern?: string | null;
    minimum?: number | null;
    maximum?: number | null;
    minItems?: number | null;
    maxItems?: number | null;
    uniqueItems?: boolean | null;
    options?:
      | {
          value: string;
          label?: string | null;
          labels?: {
            [key: string]: string;
          };
        }[]
      | null;
    schema?: {
      [key: string]: unknown;
    } | null;
  } | null;
  required?: boolean;
  /** @description Applies to single-valued `string` and `integer` attributes. Values are compared in NFKC and lower case. */
  unique?: boolean;
  /**
   * @description `read_only` attributes can be written only by directories, imports and sign-ins.
   * @enum {string}
   */
  mutability?: 'read_write' | 'write_once' | 'read_only';
  /**
   * @description What users can do with the attribute on self-service pages.
   * @enum {string}
   */
  visibility?: 'admin_only' | 'self_read' | 'self_write';
  /** @description Whether token claims may use the attribute. */
  exposeInToken?: boolean;
  /**
   * @description The values of `sensitive` attributes are left out of events and audit records.
   * @enum {string}
   */
  sensitivity?: 'none' | 'personal' | 'sensitive';
  /** @description Value to set when a resource is created without one. */
  defaultValue?: unknown;
  label?: string | null;
  labels?: {
    [key: string]: string | null;
  };
  description?: string | null;
  descriptions?: {
    [key: string]: string | null;
  };
  /** @description Form section in which the attribute is shown. */
  group?: string | null;
  /** @description Position in the form. */
  order?: number;
  /** @description Must be unique. Defaults to an attribute of the platform’s SCIM extension. */
  scimPath?: string | null;
};
export type CreateAttributeDefinitionRequestOutput = {
  /** @enum {string} */
  entityKind: 'user' | 'organization';
  /** @description Name of the property in `metadata`. Unique per entity kind. */
  key: string;
  /** @enum {string} */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'date_time' | 'enum' | 'object';
  /**
   * @description Whether the value is an array.
   * @default false
   */
  multiValued: boolean;
  /** @description Applies to `string` attributes. */
  format?: ('email' | 'uri' | 'phone' | 'uuid' | 'country' | 'locale' | 'time_zone' | 'ip') | null;
  constraints?: {
    minLength?: number | null;
    maxLength?: number | null;
    pattern?: string | null;
    minimum?: number | null;
    maximum?: number | null;
    minItems?: number | null;
    maxItems?: number | null;
    uniqueItems?: boolean | null;
    options?:
      | {
          value: string;
          label?: string | null;
          labels?: {
            [key: string]: string;
          };
        }[]
      | null;
    schema?: {
      [key: string]: unknown;
    } | null;
  } | null;
  required?: boolean;
  /** @description Applies to single-valued `string` and `integer` attributes. Values are compared in NFKC and lower case. */
  unique?: boolean;
  /**
   * @description `read_only` attributes can be written only by directories, imports and sign-ins.
   * @enum {string}
   */
  mutability?: 'read_write' | 'write_once' | 'read_only';
  /**
   * @description What users can do with the attribute on self-service pages.
   * @enum {string}
   */
  visibility?: 'admin_only' | 'self_read' | 'self_write';
  /** @description Whether token claims may use the attribute. */
  exposeInToken?: boolean;
  /**
   * @description The values of `sensitive` attributes are left out of events and audit records.
   * @enum {string}
   */
  sensitivity?: 'none' | 'personal' | 'sensitive';
  /** @description Value to set when a resource is created without one. */
  defaultValue?: unknown;
  label?: string | null;
  labels?: {
    [key: string]: string | null;
  };
  description?: string | null;
  descriptions?: {
    [key: string]: string | null;
  };
  /** @description Form section in which the attribute is shown. */
  group?: string | null;
  /** @description Position in the form. */
  order?: number;
  /** @description Must be unique. Defaults to an attribute of the platform’s SCIM extension. */
  scimPath?: string | null;
};
export type CreateAuditExportRequest = {
  /**
   * Format: date-time
   * @description Includes records that occurred at or after this time.
   */
  from: string;
  /**
   * Format: date-time
   * @description Includes records that occurred before this time. Must not be in the future.
   */
  to: string;
  /**
   * @default ndjson
   * @enum {string}
   */
  format?: 'ndjson' | 'csv';
  /**
   * @default gzip
   * @enum {string}
   */
  compression?: 'gzip' | 'none';
  /** @description A record is included if it matches every property of the filter. A property matches if any one of its values matches. */
  filter?: {
    /** @description An exact name, or a prefix that ends in `*`. */
    operationIds?: string[];
    actorIds?: string[];
    subjectIds?: string[];
    organizationIds?: string[];
    clientIds?: string[];
    outcomes?: ('success' | 'failure' | 'denied')[];
  };
  /**
   * @description Includes names, e-mail addresses, IP addresses, user agents and details.
   * @default true
   */
  includePersonalData?: boolean;
  /** @description Includes the hash of every record between the first and the last, whether or not the record matches the filter. Defaults to true if there is no filter. */
  includeChain?: boolean;
};
export type CreateAuditVerificationRequest = Record<string, never>;
export type CreateConsentRequest = {
  subjectId: string;
  purposeKey: string;
  /** @description The version of the purpose. Defaults to the current version. */
  version?: number;
  /**
   * @description `requested`: the data subject has not confirmed yet (double opt-in).
   * @default given
   * @enum {string}
   */
  decision?: 'given' | 'refused' | 'requested';
  /**
   * @description Defaults to the value of the purpose.
   * @enum {string}
   */
  legalBasis?:
    | 'consent'
    | 'explicit_consent'
    | 'contract'
    | 'legal_obligation'
    | 'vital_interests'
    | 'public_task'
    | 'legitimate_interests';
  /**
   * @default expressed
   * @enum {string}
   */
  consentType?: 'expressed' | 'explicitly_expressed' | 'implied';
  /** @description The application that collected the consent. */
  clientId?: string;
  /** @description The language of the notice that was shown. */
  language?: string;
  /** @description Defaults to the value of the purpose. */
  jurisdiction?: string;
  /** @description The legal documents that were shown to the data subject. */
  noticeDocumentIds?: string[];
  /**
   * @default api
   * @enum {string}
   */
  collectionMethod?:
    'web_form' | 'mobile_app' | 'sdk' | 'api' | 'paper' | 'verbal' | 'email_link' | 'import';
  /** @description Defaults to the data subject. */
  givenBy?: {
    /** @enum {string} */
    type: 'subject' | 'guardian' | 'representative';
    id: string;
  };
  /** @default {} */
  evidence?: {
    ip?: string;
    userAgent?: string;
    /** @description The page or screen on which the data subject decided. */
    url?: string;
    formId?: string;
    /** @description The text that was shown to the data subject. */
    statement?: string;
    proofs?: {
      sha256: string;
      mediaType: string;
      uri: string;
    }[];
  };
  /**
   * Format: date-time
   * @description When the data subject made the decision. Defaults to now.
   */
  givenAt?: string;
  expiresAt?: string | null;
  /** @default {} */
  metadata?: {
    [key: string]: string;
  };
};
export type CreateDirectoryRequest =
  | {
      name: string;
      /**
       * @description If null, the directory applies to the whole tenant.
       * @default null
       */
      organizationId?: string | null;
      /**
       * @description Vendor of the directory product.
       * @default generic
       * @enum {string}
       */
      provider?:
        'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
      /**
       * @description Overrides the default mapping. If several rules have the same target, the last one applies.
       * @default []
       */
      attributeMapping?: {
        /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
        source: string;
        target: string;
        /** @enum {string} */
        transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
      }[];
      /**
       * @description What happens to the membership or the user when a user is removed from the directory.
       * @default suspend_membership
       * @enum {string}
       */
      deprovisioning?: 'suspend_membership' | 'remove_membership' | 'delete_user';
      /**
       * @description What happens to the directory's users when the directory is deleted.
       * @default keep_users
       * @enum {string}
       */
      onDelete?: 'keep_users' | 'deactivate_users';
      /** @constant */
      kind: 'scim';
      /** @default {} */
      config?: Record<string, never>;
    }
  | {
      name: string;
      /**
       * @description If null, the directory applies to the whole tenant.
       * @default null
       */
      organizationId?: string | null;
      /**
       * @description Vendor of the directory product.
       * @default generic
       * @enum {string}
       */
      provider?:
        'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
      /**
       * @description Overrides the default mapping. If several rules have the same target, the last one applies.
       * @default []
       */
      attributeMapping?: {
        /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
        source: string;
        target: string;
        /** @enum {string} */
        transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
      }[];
      /**
       * @description What happens to the membership or the user when a user is removed from the directory.
       * @default suspend_membership
       * @enum {string}
       */
      deprovisioning?: 'suspend_membership' | 'remove_membership' | 'delete_user';
      /**
       * @description What happens to the directory's users when the directory is deleted.
       * @default keep_users
       * @enum {string}
       */
      onDelete?: 'keep_users' | 'deactivate_users';
      sync?: {
        /** @default true */
        enabled?: boolean;
        intervalSeconds?: number;
        /** @default true */
        groups?: boolean;
        /**
         * @description Whether users that are missing from the source are removed from the directory. `false` leaves them unchanged.
         * @default true
         */
        deactivateMissing?: boolean;
      };
      /** @constant */
      kind: 'ldap';
      config: {
        /** @description Servers, tried in the given order. */
        urls: string[];
        /** @default false */
        startTls?: boolean;
        baseDn: string;
        userFilter: string;
        /** @description Default: `baseDn`. */
        groupBaseDn?: string;
        /** @description If absent, no groups are read. The users of groups in a group, at most 20 levels of them, are its members too; such groups have to be below `baseDn` or `groupBaseDn` and need not match the filter. */
        groupFilter?: string;
        /** @enum {string} */
        vendor: 'active_directory' | 'openldap' | 'other';
        /** @description Defaults to `objectGUID` for Active Directory and to `entryUUID` otherwise. */
        idAttribute?: string;
        /** @default 500 */
        pageSize?: number;
      };
    }
  | {
      name: string;
      /**
       * @description If null, the directory applies to the whole tenant.
       * @default null
       */
      organizationId?: string | null;
      /**
       * @description Vendor of the directory product.
       * @default generic
       * @enum {string}
       */
      provider?:
        'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
      /**
       * @description Overrides the default mapping. If several rules have the same target, the last one applies.
       * @default []
       */
      attributeMapping?: {
        /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
        source: string;
        target: string;
        /** @enum {string} */
        transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
      }[];
      /**
       * @description What happens to the membership or the user when a user is removed from the directory.
       * @default suspend_membership
       * @enum {string}
       */
      deprovisioning?: 'suspend_membership' | 'remove_membership' | 'delete_user';
      /**
       * @description What happens to the directory's users when the directory is deleted.
       * @default keep_users
       * @enum {string}
       */
      onDelete?: 'keep_users' | 'deactivate_users';
      sync?: {
        /** @default true */
        enabled?: boolean;
        intervalSeconds?: number;
        /** @default true */
        groups?: boolean;
        /**
         * @description Whether users that are missing from the source are removed from the directory. `false` leaves them unchanged.
         * @default true
         */
        deactivateMissing?: boolean;
      };
      /** @constant */
      kind: 'workspace';
      /** @default {} */
      config?: {
        /** @default my_customer */
        customerId?: string;
        domain?: string;
        orgUnitPath?: string;
      };
    }
  | {
      name: string;
      /**
       * @description If null, the directory applies to the whole tenant.
       * @default null
       */
      organizationId?: string | null;
      /**
       * @description Vendor of the directory product.
       * @default generic
       * @enum {string}
       */
      provider?:
        'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
      /**
       * @description Overrides the default mapping. If several rules have the same target, the last one applies.
       * @default []
       */
      attributeMapping?: {
        /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
        source: string;
        target: string;
        /** @enum {string} */
        transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
      }[];
      /**
       * @description What happens to the membership or the user when a user is removed from the directory.
       * @default suspend_membership
       * @enum {string}
       */
      deprovisioning?: 'suspend_membership' | 'remove_membership' | 'delete_user';
      /**
       * @description What happens to the directory's users when the directory is deleted.
       * @default keep_users
       * @enum {string}
       */
      onDelete?: 'keep_users' | 'deactivate_users';
      sync?: {
        /** @default true */
        enabled?: boolean;
        intervalSeconds?: number;
        /** @default true */
        groups?: boolean;
        /**
         * @description Whether users that are missing from the source are removed from the directory. `false` leaves them unchanged.
         * @default true
         */
        deactivateMissing?: boolean;
      };
      /** @constant */
      kind: 'cloud_directory';
      config: {
        /** @default global */
        cloud?: string;
        tenantId: string;
        /** @default false */
        includeGuests?: boolean;
        /** @description OData filter that selects the groups to read. */
        groupFilter?: string;
      };
    }
  | {
      name: string;
      /**
       * @description If null, the directory applies to the whole tenant.
       * @default null
       */
      organizationId?: string | null;
      /**
       * @description Vendor of the directory product.
       * @default generic
       * @enum {string}
       */
      provider?:
        'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
      /**
       * @description Overrides the default mapping. If several rules have the same target, the last one applies.
       * @default []
       */
      attributeMapping?: {
        /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
        source: string;
        target: string;
        /** @enum {string} */
        transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
      }[];
      /**
       * @description What happens to the membership or the user when a user is removed from the directory.
       * @default suspend_membership
       * @enum {string}
       */
      deprovisioning?: 'suspend_membership' | 'remove_membership' | 'delete_user';
      /**
       * @description What happens to the directory's users when the directory is deleted.
       * @default keep_users
       * @enum {string}
       */
      onDelete?: 'keep_users' | 'deactivate_users';
      /** @constant */
      kind: 'oidc';
      config: {
        /** Format: uri */
        issuer: string;
        clientId: string;
        /**
         * @default [
         *       "openid",
         *       "profile",
         *       "email"
         *     ]
         */
        scopes?: string[];
        /**
         * @description Maps properties of the user to paths of claims.
         * @default {}
         */
        claimMapping?: {
          [key: string]: string;
        };
        /** @default true */
        requireVerifiedEmail?: boolean;
      };
    }
  | {
      name: string;
      /**
       * @description If null, the directory applies to the whole tenant.
       * @default null
       */
      organizationId?: string | null;
      /**
       * @description Vendor of the directory product.
       * @default generic
       * @enum {string}
       */
      provider?:
        'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
      /**
       * @description Overrides the default mapping. If several rules have the same target, the last one applies.
       * @default []
       */
      attributeMapping?: {
        /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
        source: string;
        target: string;
        /** @enum {string} */
        transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
      }[];
      /**
       * @description What happens to the membership or the user when a user is removed from the directory.
       * @default suspend_membership
       * @enum {string}
       */
      deprovisioning?: 'suspend_membership' | 'remove_membership' | 'delete_user';
      /**
       * @description What happens to the directory's users when the directory is deleted.
       * @default keep_users
       * @enum {string}
       */
      onDelete?: 'keep_users' | 'deactivate_users';
      /** @constant */
      kind: 'saml';
      config: {
        /** Format: uri */
        metadataUrl?: string;
        metadataXml?: string;
        /** @description The entity ID of the identity provider. */
        entityId: string;
        nameIdFormat?: string;
        /** @default false */
        signRequests?: boolean;
        /**
         * @description Whether signatures and digests with SHA-1 are accepted. Attackers who can make collisions forge them; set it only for an identity provider that has no other algorithm.
         * @default false
         */
        allowSha1?: boolean;
      };
    };
export type CreateEligibleAssignmentRequest = {
  principal: {
    /** @enum {string} */
    type: 'user' | 'group';
    id: string;
  };
  /** @description The key of a role. Exactly one of `role` and `scopes` is required. */
  role?: string;
  scopes?: string[];
  /** @description If set, the assignment applies only to tokens for this organization. */
  organizationId?: string | null;
  justification?: string | null;
  /** @description Default: now. */
  startsAt?: string | null;
  /** @description Default: never. */
  expiresAt?: string | null;
  rules?: {
    /** @description Must not exceed `platform.pim.max-activation-duration`. Defaults to 28800, or to that limit if it is lower. */
    maxDurationSeconds?: number;
    /** @description Must not exceed `maxDurationSeconds`. Defaults to 3600, or to `maxDurationSeconds` if it is lower. */
    defaultDurationSeconds?: number;
    /** @default true */
    requireApproval?: boolean;
    /** @default 1 */
    requiredApprovals?: number;
    /**
     * @description If empty, anyone with `tenant:pim.approve` can approve.
     * @default []
     */
    approvers?: {
      /** @enum {string} */
      type: 'user' | 'group' | 'role';
      /** @description For a role, its key. */
      id: string;
    }[];
    /** @default 86400 */
    approvalTimeoutSeconds?: number;
    /** @default true */
    requireJustification?: boolean;
    /** @default false */
    requireTicket?: boolean;
    /**
     * @description Regular expression in RE2 syntax that must match the whole ticket number.
     * @default null
     */
    ticketPattern?: string | null;
    /** @description Defaults to `platform.pim.default-required-acr`. */
    requireAcr?: string | null;
    /** @default null */
    requireAuthWithinSeconds?: number | null;
  };
} & (unknown | unknown);
export type CreateErasureRequest = {
  subject: {
    /**
     * @description `consent_subject`: an identifier from your own system under which consents were recorded.
     * @enum {string}
     */
    type: 'user_id' | 'external_id' | 'email' | 'consent_subject';
    value: string;
  };
  /**
   * @default other
   * @enum {string}
   */
  reason?:
    | 'no_longer_necessary'
    | 'consent_withdrawn'
    | 'objection'
    | 'unlawful'
    | 'legal_obligation'
    | 'child_services'
    | 'account_closure'
    | 'other';
  /**
   * @default data_subject
   * @enum {string}
   */
  requestedBy?: 'data_subject' | 'guardian' | 'agent' | 'controller' | 'authority';
  /**
   * @default gdpr
   * @enum {string}
   */
  regulation?: 'gdpr' | 'ccpa' | 'lgpd' | 'other';
  /**
   * @default none
   * @enum {string}
   */
  identityVerification?: 'authenticated_session' | 'email_confirmation' | 'document' | 'none';
  /**
   * Format: date-time
   * @description When the data subject made the request. The statutory deadline is calculated from this time. Defaults to now.
   */
  receivedAt?: string;
  /** @description Identifier of the case in your own system. */
  externalReference?: string;
  note?: string;
};
export type CreateGroupRoleMappingRequest = {
  groupId?: string;
  /** @description The group does not have to exist yet. */
  groupExternalId?: string;
  /** @description Not case-sensitive. The group does not have to exist yet. */
  groupDisplayName?: string;
  role: string;
};
export type CreateHookRequest = {
  name: string;
  /**
   * Format: uri
   * @description An https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.
   */
  url: string;
  /** @description Hooks of a stage are called in this order. Hooks with the same position are called from the oldest to the newest. */
  position?: number;
  /** @description Applications whose requests call the hook. If empty, all applications. */
  clientIds?: string[];
  /**
   * @description Defaults to `closed` for `pre_registration` and `post_login`, and to `open` otherwise. A login flow step has its own `onError`.
   * @enum {string}
   */
  failureMode?: 'open' | 'closed';
  timeoutMilliseconds?: number;
  enabled?: boolean;
  /**
   * @description Cannot be changed after creation.
   * @enum {string}
   */
  stage: 'pre_registration' | 'login_flow' | 'post_login' | 'token_issue' | 'client_credentials';
  /** @description Headers to send with each call. Encrypted at rest. Write-only. */
  headers?: {
    [key: string]: string;
  };
  /** @description Your own signing secret. Write-only. */
  secret?: string;
};
export type CreateInvitationRequest = {
  /**
   * Format: email
   * @description An RFC 5321 address. Stored as entered (in NFC) and compared in normalized form.
   */
  email: string;
  /** @description Direct roles of the future member. Defaults to the organization's default roles. */
  roles?: string[];
  expiresInSeconds?: number;
  /** @description Language of the e-mail. */
  locale?: string;
  /** @description Plain text to include in the e-mail. */
  message?: string;
};
export type CreateLegalDocumentRequest = {
  title: string;
  /** @description A BCP 47 language tag, such as de-CH. */
  locale: string;
  /** @description CommonMark. It is stored unchanged, so escape raw HTML where you display it. */
  content?: string;
  /**
   * Format: uri
   * @description URL where the text is published. The platform never fetches it.
   */
  contentUrl?: string;
  /** @description SHA-256 digest of the text, encoded in UTF-8. */
  sha256?: string;
  /** @description Defaults to the next version. */
  version?: number;
  versionLabel?: string;
  changeSummary?: string;
  /**
   * @description Whether data subjects who agreed to an earlier version must agree again.
   * @default true
   */
  requiresReconsent?: boolean;
  /**
   * Format: date-time
   * @description When the document takes effect. Defaults to, and cannot be earlier than, its activation.
   */
  effectiveAt?: string;
  /** @description The purposes that data subjects agree to by accepting the document. Defaults to its type, if that can be a purpose. */
  purposeKeys?: string[];
} & (unknown | unknown);
export type CreateListObjectsExportRequest = {
  /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
  subject: string;
  relation: string;
  type: string;
  context?: {
    [key: string]: unknown;
  };
  contextualTuples?: RelationTupleInput[];
  /** @description Defaults to the model that is active when the export is created. */
  modelId?: string;
};
export type CreateLoginPreviewRequest = {
  /**
   * @default identify
   * @enum {string}
   */
  page?: 'identify' | 'password' | 'code' | 'new_password' | 'message';
  /** @description A branding that has not been saved. If absent, the saved one is shown. */
  branding?: PutBrandingRequest;
  /** @description Whose overrides apply. */
  clientId?: string;
  organizationId?: string;
  /** @description Defaults to the default locale of the branding. */
  locale?: string;
  /**
   * @description Defaults to the branding's `themeMode`.
   * @enum {string}
   */
  scheme?: 'light' | 'dark';
};
export type CreateMyAccessRequest = {
  /**
   * @default access
   * @enum {string}
   */
  kind?: 'access' | 'portability';
};
export type CreateOrganizationRequest = {
  name: string;
  slug?: string;
  externalId?: string | null;
  logoUrl?: string | null;
  primaryDomain?: string | null;
  metadata?: {
    [key: string]: unknown;
  } | null;
  /** @enum {string} */
  status?: 'active' | 'suspended';
  /** @enum {string} */
  membershipPolicy?: 'invite_only' | 'verified_domain_only';
  defaultRoles?: string[];
};
export type CreatePermissionRequest = {
  /** @description Must be unique in the tenant. Cannot be changed. */
  name: string;
  displayName?: string | null;
  description?: string | null;
  /** @description The application that the permission belongs to. If null, it belongs to all applications. */
  clientId?: string | null;
  /** @description The API that the permission belongs to. If null, it belongs to all APIs. */
  apiResourceId?: string | null;
};
export type CreatePolicyRequest = {
  name: string;
  description?: string | null;
  /**
   * @default report_only
   * @enum {string}
   */
  mode?: 'enabled' | 'report_only' | 'disabled';
  /** @default 100 */
  priority?: number;
  conditions: PolicyConditionsInput;
  controls: PolicyControlsInput;
};
export type CreatePolicyRequestInput = {
  name: string;
  description?: string | null;
  /**
   * @default report_only
   * @enum {string}
   */
  mode?: 'enabled' | 'report_only' | 'disabled';
  /** @default 100 */
  priority?: number;
  conditions: PolicyConditionsInput;
  controls: PolicyControlsInput;
};
export type CreateRoleAssignmentRequest = {
  principal: {
    /** @enum {string} */
    type: 'user' | 'client';
    id: string;
  };
  /** @description The role's key. */
  role: string;
  /** @description Must be in the future. */
  expiresAt?: string | null;
};
export type CreateRoleRequest = {
  /** @description Must be unique in the tenant, including deleted roles. Cannot be changed. */
  key: string;
  displayName?: string | null;
  description?: string | null;
  /** @description Names of the permissions that the role grants. */
  permissions: string[];
};
export type CreateSetupColleagueLinkRequest = {
  /**
   * Format: email
   * @description An RFC 5321 address. Stored as entered (in NFC) and compared in normalized form.
   */
  recipient: string;
  /** @description A BCP 47 language tag, such as de-CH. */
  locale?: string;
};
export type CreateSetupConnectionRequest =
  | {
      name: string;
      /**
       * @description Vendor of the directory product.
       * @default generic
       * @enum {string}
       */
      provider?:
        'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
      /**
       * @description Overrides the default mapping. If several rules have the same target, the last one applies.
       * @default []
       */
      attributeMapping?: {
        /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
        source: string;
        target: string;
        /** @enum {string} */
        transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
      }[];
      /** @constant */
      kind: 'oidc';
      config: {
        /** Format: uri */
        issuer: string;
        clientId: string;
        /**
         * @default [
         *       "openid",
         *       "profile",
         *       "email"
         *     ]
         */
        scopes?: string[];
        /**
         * @description Maps properties of the user to paths of claims.
         * @default {}
         */
        claimMapping?: {
          [key: string]: string;
        };
        /** @default true */
        requireVerifiedEmail?: boolean;
      };
    }
  | {
      name: string;
      /**
       * @description Vendor of the directory product.
       * @default generic
       * @enum {string}
       */
      provider?:
        'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
      /**
       * @description Overrides the default mapping. If several rules have the same target, the last one applies.
       * @default []
       */
      attributeMapping?: {
        /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
        source: string;
        target: string;
        /** @enum {string} */
        transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
      }[];
      /** @constant */
      kind: 'saml';
      config: {
        /** Format: uri */
        metadataUrl?: string;
        metadataXml?: string;
        /** @description The entity ID of the identity provider. */
        entityId: string;
        nameIdFormat?: string;
        /** @default false */
        signRequests?: boolean;
        /**
         * @description Whether signatures and digests with SHA-1 are accepted. Attackers who can make collisions forge them; set it only for an identity provider that has no other algorithm.
         * @default false
         */
        allowSha1?: boolean;
      };
    };
export type CreateSetupDirectoryRequest =
  | {
      name: string;
      /**
       * @description Vendor of the directory product.
       * @default generic
       * @enum {string}
       */
      provider?:
        'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
      /**
       * @description Overrides the default mapping. If several rules have the same target, the last one applies.
       * @default []
       */
      attributeMapping?: {
        /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
        source: string;
        target: string;
        /** @enum {string} */
        transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
      }[];
      /** @constant */
      kind: 'scim';
      /** @default {} */
      config?: Record<string, never>;
    }
  | {
      name: string;
      /**
       * @description Vendor of the directory product.
       * @default generic
       * @enum {string}
       */
      provider?:
        'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
      /**
       * @description Overrides the default mapping. If several rules have the same target, the last one applies.
       * @default []
       */
      attributeMapping?: {
        /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
        source: string;
        target: string;
        /** @enum {string} */
        transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
      }[];
      sync?: {
        /** @default true */
        enabled?: boolean;
        intervalSeconds?: number;
        /** @default true */
        groups?: boolean;
        /**
         * @description Whether users that are missing from the source are removed from the directory. `false` leaves them unchanged.
         * @default true
         */
        deactivateMissing?: boolean;
      };
      /** @constant */
      kind: 'ldap';
      config: {
        /** @description Servers, tried in the given order. */
        urls: string[];
        /** @default false */
        startTls?: boolean;
        baseDn: string;
        userFilter: string;
        /** @description Default: `baseDn`. */
        groupBaseDn?: string;
        /** @description If absent, no groups are read. The users of groups in a group, at most 20 levels of them, are its members too; such groups have to be below `baseDn` or `groupBaseDn` and need not match the filter. */
        groupFilter?: string;
        /** @enum {string} */
        vendor: 'active_directory' | 'openldap' | 'other';
        /** @description Defaults to `objectGUID` for Active Directory and to `entryUUID` otherwise. */
        idAttribute?: string;
        /** @default 500 */
        pageSize?: number;
      };
    }
  | {
      name: string;
      /**
       * @description Vendor of the directory product.
       * @default generic
       * @enum {string}
       */
      provider?:
        'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
      /**
       * @description Overrides the default mapping. If several rules have the same target, the last one applies.
       * @default []
       */
      attributeMapping?: {
        /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
        source: string;
        target: string;
        /** @enum {string} */
        transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
      }[];
      sync?: {
        /** @default true */
        enabled?: boolean;
        intervalSeconds?: number;
        /** @default true */
        groups?: boolean;
        /**
         * @description Whether users that are missing from the source are removed from the directory. `false` leaves them unchanged.
         * @default true
         */
        deactivateMissing?: boolean;
      };
      /** @constant */
      kind: 'workspace';
      /** @default {} */
      config?: {
        /** @default my_customer */
        customerId?: string;
        domain?: string;
        orgUnitPath?: string;
      };
    }
  | {
      name: string;
      /**
       * @description Vendor of the directory product.
       * @default generic
       * @enum {string}
       */
      provider?:
        'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
      /**
       * @description Overrides the default mapping. If several rules have the same target, the last one applies.
       * @default []
       */
      attributeMapping?: {
        /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
        source: string;
        target: string;
        /** @enum {string} */
        transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
      }[];
      sync?: {
        /** @default true */
        enabled?: boolean;
        intervalSeconds?: number;
        /** @default true */
        groups?: boolean;
        /**
         * @description Whether users that are missing from the source are removed from the directory. `false` leaves them unchanged.
         * @default true
         */
        deactivateMissing?: boolean;
      };
      /** @constant */
      kind: 'cloud_directory';
      config: {
        /** @default global */
        cloud?: string;
        tenantId: string;
        /** @default false */
        includeGuests?: boolean;
        /** @description OData filter that selects the groups to read. */
        groupFilter?: string;
      };
    };
export type CreateSetupLinkRequest = {
  /** @description What the contact may set up: identity providers (`sso`), directories (`directory`), domains (`domains`) and log streams (`logs`) of the organization. */
  intents: ('sso' | 'directory' | 'domains' | 'logs')[];
  /**
   * Format: email
   * @description Address of the contact. New links are sent only to this address.
   */
  recipient: string;
  /** @default 604800 */
  expiresInSeconds?: number;
  /**
   * @description Whether to send the link to the recipient.
   * @default false
   */
  mail?: boolean;
  /** @description Language of the e-mails. */
  locale?: string;
};
export type CreateSetupLogStreamRequest = ConfigureSiemSinkRequest;
export type CreateSocialConnectorRequest = {
  clientId: string;
  /** @description Write-only. */
  clientSecret?: string;
  /**
   * @description If false, the connector can be neither offered nor used. Linked accounts are kept.
   * @default true
   */
  enabled?: boolean;
  displayName?: string;
  /** @default null */
  iconUrl?: string | null;
  scopes?: string[];
  /** @description Maps attributes of the user to paths in the provider's profile data. */
  attributeMapping?: {
    [key: string]: string;
  };
  /**
   * @default on_create
   * @enum {string}
   */
  profileSync?: 'on_create' | 'every_login' | 'never';
  /**
   * @description Whether an existing account with the same address is linked after the user signs in to it, automatically if both sides have verified the address, or never.
   * @default ask
   * @enum {string}
   */
  linking?: 'ask' | 'verified_email' | 'never';
  /**
   * @default allow
   * @enum {string}
   */
  signUp?: 'allow' | 'deny';
  /**
   * @description Domains of the verified e-mail addresses that are accepted. If empty, all domains are.
   * @default []
   */
  allowedEmailDomains?: string[];
  /**
   * @description Whether to trust the provider's `acr` and `amr` claims.
   * @default false
   */
  trustUpstreamAssurance?: boolean;
  /**
   * @description Parameters to add to the authorization request.
   * @default {}
   */
  extraParameters?: {
    [key: string]: string;
  };
  apple?: {
    teamId: string;
    keyId: string;
    /** @description A P-256 private key in PEM. Write-only. */
    privateKey: string;
  };
  microsoft?: {
    /** @default common */
    tenant?: string;
  };
  oidc?: {
    /**
     * Format: uri
     * @description Issuer whose discovery document contains the endpoints.
     */
    issuer?: string;
    /** Format: uri */
    authorizationEndpoint?: string;
    /** Format: uri */
    tokenEndpoint?: string;
    /** Format: uri */
    jwksUri?: string;
    /** Format: uri */
    userinfoEndpoint?: string;
    /**
     * @default client_secret_basic
     * @enum {string}
     */
    tokenEndpointAuth?: 'client_secret_basic' | 'client_secret_post' | 'none';
    /** @default true */
    pkce?: boolean;
  };
};
export type CreateTenantIpRuleRequest = {
  /** @enum {string} */
  action: 'allow' | 'deny';
  /** @description An address, or a CIDR range without host bits, such as 192.0.2.0/24 or 2001:db8::/32. */
  cidr: string;
  description?: string | null;
  /** @description Must be in the future and within a year. */
  expiresAt?: string | null;
  /**
   * @description Creates the rule even if it denies your own address. Not stored.
   * @default false
   */
  allowLockout?: boolean;
};
export type CreateUploadRequest = {
  fileName: string;
  sizeBytes: number;
  sha256: string;
};
export type CreateUserBulkJobRequest = {
  /** @enum {string} */
  action:
    | 'suspend'
    | 'reactivate'
    | 'deactivate'
    | 'delete'
    | 'add_to_organization'
    | 'remove_from_organization';
  /** @description Exactly one of `userIds` and `filter` is required. */
  userIds?: string[];
  /** @description Selects the users that match every property, as in the list of users. Without properties, it selects all users. */
  filter?: {
    /** Format: email */
    email?: string;
    organizationId?: string;
    /** @enum {string} */
    status?: 'active' | 'suspended' | 'deactivated';
    q?: string;
  };
  /** @description Required for `add_to_organization` and `remove_from_organization`. */
  organizationId?: string;
  /** @description Direct roles of the members that `add_to_organization` adds. Defaults to the organization's default roles. */
  roles?: string[];
  /** @description The number of users that were counted before. If another number is selected, no job is created, and the response is 409 with the number as `total`. */
  expectedTotal?: number;
};
export type CreateUserExportRequest = {
  /**
   * @description `ndjson` contains complete users. `csv` contains their main properties, and `metadata` as JSON; cells that a spreadsheet would run as formulas are escaped.
   * @default ndjson
   * @enum {string}
   */
  format?: 'ndjson' | 'csv';
  /**
   * @default gzip
   * @enum {string}
   */
  compression?: 'gzip' | 'none';
  /** @description Defaults to all users. */
  filter?: {
    /** Format: email */
    email?: string;
    organizationId?: string;
    /** @enum {string} */
    status?: 'active' | 'suspended' | 'deactivated';
    q?: string;
  };
};
export type CreateUserRequest =
  | {
      externalId?: string | null;
      /** @description Sign-in name. Must be unique in its normalized form (RFC 8265). */
      username?: string | null;
      email?: string | null;
      /** @description Becomes false when the address changes, unless the same request sets it. */
      emailVerified?: boolean;
      additionalEmails?:
        | {
            /**
             * Format: email
             * @description An RFC 5321 address. Stored as entered (in NFC) and compared in normalized form.
             */
            email: string;
            /**
             * @default other
             * @enum {string}
             */
            type?: 'work' | 'home' | 'other';
            /** @default false */
            verified?: boolean;
          }[]
        | null;
      phoneNumber?: string | null;
      phoneVerified?: boolean;
      additionalPhoneNumbers?:
        | {
            /** @description An E.164 number that is valid in its region. */
            phoneNumber: string;
            /**
             * @default other
             * @enum {string}
             */
            type?: 'work' | 'home' | 'mobile' | 'other';
            /** @default false */
            verified?: boolean;
          }[]
        | null;
      name?: {
        formatted?: string | null;
        givenName?: string | null;
        familyName?: string | null;
        middleName?: string | null;
        honorificPrefix?: string | null;
        honorificSuffix?: string | null;
      } | null;
      displayName?: string | null;
      nickname?: string | null;
      title?: string | null;
      pictureUrl?: string | null;
      profileUrl?: string | null;
      locale?: string | null;
      timeZone?: string | null;
      metadata?: {
        [key: string]: unknown;
      } | null;
      /** @enum {string} */
      status?: 'active' | 'suspended' | 'deactivated';
      memberships?: {
        organizationId: string;
        /** @default [] */
        roles?: string[];
      }[];
      /** @description Write-only. */
      credential?:
        | {
            password: string;
            /** @default false */
            mustChange?: boolean;
          }
        | {
            passwordHash: PasswordHash;
            /** @default false */
            mustChange?: boolean;
          };
    }
  | {
      email: string;
    }
  | {
      username: string;
    }
  | {
      phoneNumber: string;
    };
export type CreateWebhookEndpointRequest = {
  /**
   * Format: uri
   * @description URL to which events are delivered: an https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.
   */
  url: string;
  /** @description Event types, `family.*`, or `*`. Wildcards also match types that are added later. */
  eventTypes?: string[];
  description?: string | null;
  /** @description Delivers only events of these organizations. If null, delivers all events, including those without an organization. */
  organizationIds?: string[] | null;
  /**
   * @description `thin` sends only ids, with an empty `data` object.
   * @enum {string}
   */
  payload?: 'full' | 'thin';
  /**
   * @description `strict` sends one delivery at a time, in sequence order. A failing delivery holds back all later ones.
   * @enum {string}
   */
  ordering?: 'best_effort' | 'strict';
  /** @description Maximum number of attempts per second. Deliveries above the limit are delayed. */
  rateLimitPerSecond?: number | null;
  /** @description Maximum duration of an attempt, from the DNS lookup to the end of the response. */
  timeoutSeconds?: number;
  /**
   * @description Whether the target must consent before any event is sent (CloudEvents HTTP webhook §4).
   * @enum {string}
   */
  handshake?: 'none' | 'cloudevents';
  /** @enum {string} */
  status?: 'enabled' | 'disabled';
  /** @description An endpoint with the purpose `claims` can be used as a claim source. Cannot be changed after creation. */
  purposes?: ('events' | 'claims')[];
  /** @description Headers to send with each attempt. Encrypted at rest. Write-only. */
  headers?: {
    [key: string]: string;
  };
  /** @description Your own signing secret, so that you can migrate from another sender without changing the receiver. Write-only. */
  secret?: string;
};
export type CreatedApplication = {
  /** @description The client id. */
  id: string;
  clientId: string;
  name: string;
  /** @enum {string} */
  type: 'web' | 'spa' | 'native' | 'm2m' | 'device';
  description: string | null;
  logoUri: string | null;
  tosUri: string | null;
  policyUri: string | null;
  grantTypes: (
    | 'authorization_code'
    | 'refresh_token'
    | 'client_credentials'
    | 'urn:ietf:params:oauth:grant-type:device_code'
    | 'urn:ietf:params:oauth:grant-type:token-exchange'
  )[];
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  /** @enum {string} */
  tokenEndpointAuthMethod:
    'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';
  jwks: {
    keys: ({
      kty: string;
    } & {
      [key: string]: unknown;
    })[];
  } | null;
  jwksUri: string | null;
  allowedScopes: string[];
  accessTokenTtlSeconds: number;
  refreshTokenIdleTtlSeconds: number;
  allowedOrigins: string[];
  requirePkce: boolean;
  requireNonce: boolean;
  requirePar: boolean;
  /** @enum {string} */
  idTokenSignedResponseAlg: 'RS256' | 'ES256';
  backchannelLogoutUri: string | null;
  firstParty: boolean;
  enabled: boolean;
  claimsWebhook: {
    url: string;
    tokenTypes: ('access_token' | 'id_token')[];
    /** @enum {string} */
    failureMode: 'omit' | 'deny';
    timeoutMilliseconds: number;
    version: number;
  } | null;
  metadata: {
    [key: string]: string;
  };
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
  clientSecret?: string;
};
export type CreatedApplicationSecret = {
  id: string;
  last4: string;
  /** Format: date-time */
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  secret: string;
};
export type CredentialDeletion = {
  id: string;
  deleted: boolean;
};
export type DeleteTuplesRequest = {
  filter:
    | {
        /** @description An object in the form `type:id`, at most 256 characters. */
        object?: string;
        objectType?: string;
        relation?: string;
        /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
        subject?: string;
      }
    | unknown
    | unknown
    | unknown;
  /** @default 5000 */
  limit?: number;
  /** @default false */
  dryRun?: boolean;
};
export type DeleteTuplesResponse = {
  deleted: number;
  more: boolean;
  revision: number;
  consistencyToken: string;
};
export type Deletion = {
  id: string;
  /** @constant */
  deleted: true;
};
export type DiagnosticReport = {
  /** @description Whether every step succeeded. */
  ok: boolean;
  kind: string;
  /** Format: date-time */
  startedAt: string;
  durationMs: number;
  steps: DiagnosticStep[];
  /** @description Information about the remote system. */
  summary: {
    [key: string]: unknown;
  };
  /** @description Sample users, mapped as an import would map them. */
  sample: {
    [key: string]: unknown;
  }[];
};
export type DiagnosticStep = {
  name: string;
  /**
   * @description `skipped`: an earlier step failed, or the step does not apply.
   * @enum {string}
   */
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  durationMs: number;
  /** @description Machine-readable error code, such as `secret_wrong`. */
  code?: string;
  /** @description What went wrong and how to fix it. */
  detail?: string;
  evidence?: {
    [key: string]: unknown;
  };
};
export type Directory = {
  id: string;
  organizationId: string | null;
  name: string;
  /** @enum {string} */
  kind: 'scim' | 'ldap' | 'workspace' | 'cloud_directory' | 'oidc' | 'saml';
  /**
   * @description Vendor of the directory product.
   * @enum {string}
   */
  provider:
    'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
  config: {
    [key: string]: unknown;
  };
  attributeMapping: {
    source: string;
    target: string;
    transform?: string;
  }[];
  /**
   * @description What happens to the membership or the user when a user is removed from the directory.
   * @enum {string}
   */
  deprovisioning: 'suspend_membership' | 'remove_membership' | 'delete_user';
  /**
   * @description What happens to the directory's users when the directory is deleted.
   * @enum {string}
   */
  onDelete: 'keep_users' | 'deactivate_users';
  /** @description Applies to the kinds that the platform reads: `ldap`, `workspace` and `cloud_directory`. */
  sync: {
    enabled: boolean;
    intervalSeconds: number;
    groups: boolean;
    deactivateMissing: boolean;
  } | null;
  /**
   * @description `pending`: no connection has been made yet.
   * @enum {string}
   */
  state: 'pending' | 'active' | 'invalid_credentials' | 'unreachable' | 'suspended';
  stateReason: string | null;
  /** @description The settings to enter in a SCIM client. */
  scimBaseUrl: string | null;
  hasCredential: boolean;
  credential: ConnectorCredential | null;
  counts: {
    users: number;
    groups: number;
  };
  lastSync: SyncRun | null;
  lastProbe: DiagnosticReport | null;
  /** @description When a SCIM client last sent a request, to the minute. */
  lastInboundAt: string | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type DirectoryGroup = {
  /** @description The SCIM `id` of the group. */
  id: string;
  displayName: string;
  externalId: string | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type DirectoryGroupList = {
  data: DirectoryGroup[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type DirectoryList = {
  data: Directory[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type DirectoryUser = {
  /** @description The SCIM `id` of the user. */
  id: string;
  userName: string;
  externalId: string | null;
  displayName: string | null;
  active: boolean;
  /** @description The corresponding user of the tenant. */
  userId: string | null;
  /**
   * @description `ignored`: an administrator deleted the user, and the directory does not recreate it.
   * @enum {string}
   */
  link: 'none' | 'active' | 'inactive' | 'ignored';
  /** @description Whether the directory manages the properties of the user that it maps. */
  manages: boolean;
  /** @description Values that were skipped because the attribute schema does not allow them. */
  problems: ({
    pointer: string;
    detail: string;
  } & {
    [key: string]: unknown;
  })[];
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type DirectoryUserList = {
  data: DirectoryUser[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type EligibleAssignment = {
  id: string;
  principal: {
    /** @enum {string} */
    type: 'user' | 'group';
    id: string;
  };
  role: string | null;
  /** @description Null if `role` is set. */
  scopes: string[] | null;
  organizationId: string | null;
  justification: string | null;
  /** Format: date-time */
  startsAt: string;
  expiresAt: string | null;
  rules: PimRules;
  /** @enum {string} */
  status: 'scheduled' | 'active' | 'expired';
  createdBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type EligibleAssignmentList = {
  data: EligibleAssignment[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type EmailPreview = {
  locale: string;
  /** @enum {string} */
  source: 'custom' | 'built_in' | 'unsaved';
  fromName: string;
  replyTo: string | null;
  subject: string;
  /** @description Show it in a sandboxed frame only: it is written by administrators. */
  html: string;
  /** @description Where the e-mail can be framed by pages of the host of the tenant's issuer, for 10 minutes. */
  path: string;
  text: string;
};
export type EmailTemplate = {
  id: string;
  type: string;
  locale: string;
  requestedLocale: string;
  /** @enum {string} */
  source: 'custom' | 'built_in';
  subject: string;
  html: string;
  text: string | null;
  fromName: string | null;
  replyTo: string | null;
  enabled: boolean;
  linkLifetimeSeconds: number | null;
  requiredVariables: string[];
  availableVariables: string[];
  availableLocales: {
    locale: string;
    /** @enum {string} */
    source: 'custom' | 'built_in';
    updatedAt: string | null;
  }[];
  version: number;
  createdAt: string | null;
  updatedAt: string | null;
};
export type EmailTemplateType = {
  type: string;
  /**
   * @description What the e-mail is for: to follow a link, to enter a code, or to report an event.
   * @enum {string}
   */
  kind: 'link' | 'code' | 'notice';
  requiredVariables: string[];
  availableVariables: string[];
  /** @description The default of the type. */
  linkLifetimeSeconds: number | null;
  custom: {
    locale: string;
    subject: string;
    enabled: boolean;
    /** Format: date-time */
    updatedAt: string;
  }[];
};
export type EmailTemplateTypeList = {
  data: EmailTemplateType[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type EmailTestResult = {
  messageId: string;
  to: string;
  subject: string;
  locale: string;
  /** @enum {string} */
  source: 'custom' | 'built_in';
  smtpResponse: string;
  /** Format: date-time */
  sentAt: string;
};
export type EnableTokenClaimsRequest = {
  /**
   * @description `elevated_scopes` also adds `elevated_until`; `custom` adds the claims of the tenant's claim schemas.
   * @default [
   *       "roles",
   *       "permissions",
   *       "entitlements",
   *       "elevated_scopes",
   *       "custom"
   *     ]
   */
  claims?: ('roles' | 'permissions' | 'entitlements' | 'elevated_scopes' | 'custom')[];
  /**
   * @default [
   *       "access_token"
   *     ]
   */
  tokenTypes?: ('access_token' | 'id_token')[];
  /**
   * @description What happens if claims are not available: `omit` issues the token without them, `deny` issues no token.
   * @default omit
   * @enum {string}
   */
  failureMode?: 'omit' | 'deny';
  /** @default 1000 */
  timeoutMilliseconds?: number;
};
export type EndedSession = {
  id: string;
  /** @constant */
  deleted: true;
  /** @description Whether it was the session of the request. */
  current: boolean;
};
export type EndedSessions = {
  ended: number;
};
export type EnrolledAuthenticator = {
  id: string;
  /** @enum {string} */
  type: 'passkey' | 'security_key' | 'totp';
  label: string;
  /** @description Created with the first authenticator app. They are shown once. */
  recoveryCodes: string[];
};
export type Enrollment = {
  id: string;
  /** @enum {string} */
  type: 'passkey' | 'security_key' | 'totp';
  /** @description Options for `navigator.credentials.create()`, as JSON (WebAuthn Level 3 §5.1.10). */
  publicKey: {
    [key: string]: unknown;
  } | null;
  /** @description The secret for the authenticator app, in base32. */
  secret: string | null;
  /** @description The `otpauth:` URI for a QR code. */
  uri: string | null;
  /** Format: date-time */
  expiresAt: string;
};
export type Entitlement = {
  family: string;
  displayName: string;
  entitled: boolean;
  /** @enum {string} */
  source: 'always' | 'default' | 'operator' | 'never';
  reason: string | null;
  since: string | null;
  expiresAt: string | null;
  /** @description Scope areas that belong to the family. */
  areas: string[];
};
export type EntitlementList = {
  data: Entitlement[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ErasureCertificate = {
  requestId: string;
  /** Format: date-time */
  issuedAt: string;
  /** @description The payload of the JWS. */
  certificate: {
    [key: string]: unknown;
  };
  /** @description JWS in compact serialization. */
  jws: string;
  kid: string;
  jwksUri: string;
};
export type ErasureHold = {
  id: string;
  /** @enum {string} */
  state: 'active' | 'lifted' | 'expired';
  /**
   * @description Who placed the hold: an API caller, a veto client or a service of the platform.
   * @enum {string}
   */
  source: 'api' | 'veto' | 'service';
  /** @enum {string} */
  reasonCode:
    | 'legal_claim'
    | 'legal_obligation'
    | 'fraud_investigation'
    | 'open_transaction'
    | 'public_interest'
    | 'freedom_of_expression'
    | 'other';
  /** @description Empty once the request is COMPLETED. */
  reason: string;
  externalReference: string | null;
  vetoClientId: string | null;
  service: string | null;
  raisedBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  /** Format: date-time */
  raisedAt: string;
  expiresAt: string | null;
  liftedBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  } | null;
  liftedAt: string | null;
};
export type ErasurePeer = {
  peer: string;
  /** @enum {string} */
  phase: 'deactivate' | 'erase' | 'reactivate';
  /** @enum {string} */
  outcome: 'PENDING' | 'DONE' | 'NOTHING_FOUND' | 'BLOCKED' | 'FAILED';
  attempts: number;
  lastError: string | null;
  completedAt: string | null;
  items: {
    category: string;
    /** @enum {string} */
    action: 'DELETED' | 'ANONYMIZED' | 'RETAINED' | 'DISABLED' | 'REVOKED';
    count: number;
    retentionReason: string | null;
    retainedUntil: string | null;
  }[];
};
export type ErasureRequest = {
  id: string;
  /** @enum {string} */
  state:
    | 'RECEIVED'
    | 'DEACTIVATING'
    | 'DEACTIVATED'
    | 'HELD'
    | 'DEFERRED'
    | 'ERASING'
    | 'COMPLETED'
    | 'CANCELLING'
    | 'CANCELLED';
  subject: {
    /**
     * @description `consent_subject`: an identifier from your own system under which consents were recorded.
     * @enum {string}
     */
    type: 'user_id' | 'external_id' | 'email' | 'consent_subject';
    /** @description Null once the request is COMPLETED. */
    userId: string | null;
  };
  /** @enum {string} */
  reason:
    | 'no_longer_necessary'
    | 'consent_withdrawn'
    | 'objection'
    | 'unlawful'
    | 'legal_obligation'
    | 'child_services'
    | 'account_closure'
    | 'other';
  /** @enum {string} */
  requestedBy: 'data_subject' | 'guardian' | 'agent' | 'controller' | 'authority';
  /** @enum {string} */
  regulation: 'gdpr' | 'ccpa' | 'lgpd' | 'other';
  /** @enum {string} */
  identityVerification: 'authenticated_session' | 'email_confirmation' | 'document' | 'none';
  externalReference: string | null;
  note: string | null;
  /** Format: date-time */
  receivedAt: string;
  /**
   * Format: date-time
   * @description One month after `receivedAt` (GDPR Art. 12(3)).
   */
  dueAt: string;
  deactivatedAt: string | null;
  /** @description The earliest time at which the data can be erased. */
  graceEndsAt: string | null;
  erasureStartedAt: string | null;
  completedAt: string | null;
  cancelledAt: string | null;
  heldSince: string | null;
  deferredAt: string | null;
  /** @description Whether the erasure is taking unusually long. It continues regardless. */
  stalled: boolean;
  /** @description When the request is processed next. Null after it has ended. */
  nextSweepAt: string | null;
  certificateAvailable: boolean;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
  holds: ErasureHold[];
  peers: ErasurePeer[];
};
export type ErasureRequestSummary = {
  id: string;
  /** @enum {string} */
  state:
    | 'RECEIVED'
    | 'DEACTIVATING'
    | 'DEACTIVATED'
    | 'HELD'
    | 'DEFERRED'
    | 'ERASING'
    | 'COMPLETED'
    | 'CANCELLING'
    | 'CANCELLED';
  subject: {
    /**
     * @description `consent_subject`: an identifier from your own system under which consents were recorded.
     * @enum {string}
     */
    type: 'user_id' | 'external_id' | 'email' | 'consent_subject';
    /** @description Null once the request is COMPLETED. */
    userId: string | null;
  };
  /** @enum {string} */
  reason:
    | 'no_longer_necessary'
    | 'consent_withdrawn'
    | 'objection'
    | 'unlawful'
    | 'legal_obligation'
    | 'child_services'
    | 'account_closure'
    | 'other';
  /** @enum {string} */
  requestedBy: 'data_subject' | 'guardian' | 'agent' | 'controller' | 'authority';
  /** @enum {string} */
  regulation: 'gdpr' | 'ccpa' | 'lgpd' | 'other';
  /** @enum {string} */
  identityVerification: 'authenticated_session' | 'email_confirmation' | 'document' | 'none';
  externalReference: string | null;
  note: string | null;
  /** Format: date-time */
  receivedAt: string;
  /**
   * Format: date-time
   * @description One month after `receivedAt` (GDPR Art. 12(3)).
   */
  dueAt: string;
  deactivatedAt: string | null;
  /** @description The earliest time at which the data can be erased. */
  graceEndsAt: string | null;
  erasureStartedAt: string | null;
  completedAt: string | null;
  cancelledAt: string | null;
  heldSince: string | null;
  deferredAt: string | null;
  /** @description Whether the erasure is taking unusually long. It continues regardless. */
  stalled: boolean;
  /** @description When the request is processed next. Null after it has ended. */
  nextSweepAt: string | null;
  certificateAvailable: boolean;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type ErasureRequestSummaryList = {
  data: ErasureRequestSummary[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type Event = {
  /** @description The same for every delivery of this event. Store it to detect duplicates. */
  id: string;
  type: string;
  /** Format: date-time */
  occurredAt: string;
  actor: {
    /** @enum {unknown} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  organizationId: string | null;
  subject: {
    type: string;
    id: string;
  };
  data: Record<string, never>;
  schemaVersion: number;
};
export type EventType = {
  type: string;
  family: string;
  description: string;
  /** @enum {string} */
  severity: 'low' | 'medium' | 'high';
  schemaVersion: number;
  deprecated: boolean;
  /** @description Whether webhook endpoints can subscribe to the type. */
  subscribable: boolean;
  emittedBy: string;
  /** @description JSON Schema 2020-12 for `data`. */
  dataSchema: {
    [key: string]: unknown;
  };
  example: Event;
};
export type EventTypeSummary = {
  type: string;
  family: string;
  description: string;
  /** @enum {string} */
  severity: 'low' | 'medium' | 'high';
  schemaVersion: number;
  deprecated: boolean;
  /** @description Whether webhook endpoints can subscribe to the type. */
  subscribable: boolean;
  emittedBy: string;
};
export type EventTypeSummaryList = {
  data: EventTypeSummary[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ExpandNode = {
  /** @enum {string} */
  type: 'union' | 'intersection' | 'exclusion' | 'direct' | 'computed' | 'tuple_to_userset';
  /** @description `type:id#relation`. */
  name: string;
  children?: ExpandNode[];
  subjects?: string[];
  usersets?: string[];
  truncated: boolean;
};
export type ExpandRequest = {
  /** @description An object in the form `type:id`, at most 256 characters. */
  object: string;
  relation: string;
  /** @description Values for the parameters of conditions. Values stored with a tuple take precedence. At most 32 KiB. */
  context?: {
    [key: string]: unknown;
  };
  /** @description Tuples that apply only to this request. They replace stored tuples with the same key. At most 100. */
  contextualTuples?: RelationTupleInput[];
  /** @description Defaults to the active model. */
  modelId?: string;
  consistency?: FgaConsistency;
};
export type ExpandResponse = {
  tree: ExpandNode;
  modelId: string;
  /** @description Identifies the snapshot that was read. */
  consistencyToken: string;
};
export type ExplainCheckRequest = CheckRequest;
export type ExplainCheckResponse = {
  /**
   * @description `undecided` if a limit, a missing parameter or a failed condition leaves it open.
   * @enum {string}
   */
  decision: 'allowed' | 'denied' | 'undecided';
  /** @description The length of the deciding path; null unless the check is allowed. */
  steps: number | null;
  /** @description Why the check is undecided. */
  reasons: {
    code: string;
    detail: string;
  }[];
  tree: ExplainNode;
  /** @description Whether parts of the tree were left out. */
  truncated: boolean;
  /** @description The smallest tuple with which the check would be allowed; null if it is not denied, or if no single tuple is enough. */
  missingTuple: {
    object: string;
    relation: string;
    subject: string;
    condition?: {
      name: string;
    };
  } | null;
  /** @description The revision of the store that was read. */
  revision: number;
  modelId: string;
  consistencyToken: string;
};
export type ExplainNode = {
  /** @enum {string} */
  type:
    'relation' | 'union' | 'intersection' | 'exclusion' | 'direct' | 'tuple_to_userset' | 'tuple';
  /** @description `type:id#relation`. */
  name: string;
  /** @description For `tuple_to_userset`: the relation of the objects that `name` leads to. */
  computed?: string;
  /**
   * @description `undecided` if a limit, a missing parameter or a failed condition leaves it open.
   * @enum {string}
   */
  decision: 'allowed' | 'denied' | 'undecided';
  /** @description Whether the node is on the way that decided the check. Only these have children. */
  decisive: boolean;
  tuple?: {
    object: string;
    relation: string;
    subject: string;
    condition?: string;
    /** Format: date-time */
    expiresAt?: string;
  };
  /** @description Why a node has its decision: `no_tuple`, `condition_not_met`, `cannot_contain` (no subject of this type can have the relation), `self` (the subject is this userset), `repeated` (explained elsewhere in the tree), `not_evaluated` (the check was decided before), or the code of the limit or condition that left it open. */
  reason?: {
    code: string;
    detail?: string;
  };
  children?: ExplainNode[];
};
export type FgaAssertion = {
  /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
  subject: string;
  relation: string;
  /** @description An object in the form `type:id`, at most 256 characters. */
  object: string;
  expect: boolean;
  /**
   * @description Tuples that apply only to this assertion.
   * @default []
   */
  contextualTuples?: FgaAssertionTuple[];
  /** @description Values for the parameters of conditions. */
  context?: {
    [key: string]: unknown;
  };
};
export type FgaAssertionOutput = {
  /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
  subject: string;
  relation: string;
  /** @description An object in the form `type:id`, at most 256 characters. */
  object: string;
  expect: boolean;
  /**
   * @description Tuples that apply only to this assertion.
   * @default []
   */
  contextualTuples: FgaAssertionTupleOutput[];
  /** @description Values for the parameters of conditions. */
  context?: {
    [key: string]: unknown;
  };
};
export type FgaAssertionTuple = {
  /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
  subject: string;
  relation: string;
  /** @description An object in the form `type:id`, at most 256 characters. */
  object: string;
  condition?: {
    /** @description The name of a condition in the model, or `$expression` for an inline condition, which the context defines as `expression` with typed `parameters`. */
    name: string;
    context?: {
      [key: string]: unknown;
    };
  };
};
export type FgaAssertionTupleOutput = {
  /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
  subject: string;
  relation: string;
  /** @description An object in the form `type:id`, at most 256 characters. */
  object: string;
  condition?: {
    /** @description The name of a condition in the model, or `$expression` for an inline condition, which the context defines as `expression` with typed `parameters`. */
    name: string;
    context?: {
      [key: string]: unknown;
    };
  };
};
export type FgaAssertions = {
  modelId: string;
  assertions: FgaAssertionOutput[];
};
export type FgaAssertionsOutput = {
  modelId: string;
  assertions: FgaAssertionOutput[];
};
export type FgaConsistency =
  | {
      /** @description The token from an earlier response. */
      atLeastAsFresh: string;
    }
  | {
      /**
       * @description Bypasses all caches.
       * @constant
       */
      fullyConsistent: true;
    };
export type FgaModel = {
  id: string;
  schemaVersion: string;
  /** @description SHA-256 digest of the canonical JSON (RFC 8785), in hexadecimal. */
  checksum: string;
  /** @description Size of the canonical JSON in bytes. */
  bytes: number;
  active: boolean;
  description: string | null;
  /** Format: date-time */
  createdAt: string;
  createdBy: {
    type: string;
    id: string;
  };
  activatedAt: string | null;
  /** @description False if an identical model already existed or if nothing was written. */
  created: boolean;
  warnings: {
    code: string;
    path: string;
    detail: string;
  }[];
  model: {
    [key: string]: unknown;
  };
  dsl: string;
};
export type FgaModelSummary = {
  id: string;
  schemaVersion: string;
  /** @description SHA-256 digest of the canonical JSON (RFC 8785), in hexadecimal. */
  checksum: string;
  /** @description Size of the canonical JSON in bytes. */
  bytes: number;
  active: boolean;
  description: string | null;
  /** Format: date-time */
  createdAt: string;
  createdBy: {
    type: string;
    id: string;
  };
  activatedAt: string | null;
  /** @description False if an identical model already existed or if nothing was written. */
  created: boolean;
  warnings: {
    code: string;
    path: string;
    detail: string;
  }[];
};
export type FgaModelSummaryList = {
  data: FgaModelSummary[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type FgaModelTest = {
  name: string;
  /** @default [] */
  tuples?: RelationTupleInput[];
  checks: {
    /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
    subject: string;
    relation: string;
    /** @description An object in the form `type:id`, at most 256 characters. */
    object: string;
    context?: {
      [key: string]: unknown;
    };
    expect: boolean;
  }[];
};
export type FgaModelValidation = {
  /** @description Whether the model could be written, with its tests. */
  valid: boolean;
  errors: {
    pointer: string;
    code: string;
    detail: string;
    /** @description The line of `dsl`, from 1. */
    line?: number;
    column?: number;
  }[];
  warnings: {
    code: string;
    path: string;
    detail: string;
  }[];
  /** @description The model as it would be stored; null if it is invalid. */
  dsl: string | null;
  /** @description The same as JSON. */
  model: {
    [key: string]: unknown;
  } | null;
  checksum: string | null;
  tests: {
    name: string;
    passed: boolean;
    failures: string[];
  }[];
  assertions: {
    subject: string;
    relation: string;
    object: string;
    expect: boolean;
    /** @enum {string} */
    decision: 'allowed' | 'denied' | 'undecided';
    passed: boolean;
    detail?: string;
  }[];
  activeModelId: string | null;
  /** @description Differences from the active model. */
  changes: {
    /** @description `type`, `type#relation`, or the name of a condition. */
    name: string;
    /** @enum {string} */
    kind: 'type' | 'relation' | 'condition';
    /** @enum {string} */
    change: 'added' | 'removed' | 'changed';
    /** @description The definition in the active model. */
    before?: string;
    after?: string;
  }[];
  tuples: {
    /** @description How many tuples were examined, at most 100,000. */
    counted: number;
    /** @description Whether these are all tuples of the store. */
    complete: boolean;
    /** @description How many of them the model would ignore. */
    unfit: number;
    groups: {
      /** @description `type#relation`. */
      relation: string;
      /** @description The form of the subjects: `user`, `group#member`, `user:*`. */
      subject: string;
      condition?: string;
      count: number;
      detail: string;
    }[];
  } | null;
};
export type FgaStore = {
  activeModelId: string | null;
  revision: number;
  tupleCount: number;
  maxTuples: number;
  modelCount: number;
  consistencyToken: string;
  /** Format: date-time */
  updatedAt: string;
};
export type GroupRoleMapping = {
  id: string;
  directoryId: string;
  group: {
    id?: string;
    externalId?: string;
    displayName?: string;
  };
  /** @description Whether the directory contains a matching group. */
  resolved: boolean;
  /** @description The organization in which the role applies. If null, it applies in the whole tenant. */
  organizationId: string | null;
  role: string;
  /**
   * @description `unknown`: the role has since been deleted and grants nothing.
   * @enum {string}
   */
  roleState: 'known' | 'unknown';
  /** Format: date-time */
  createdAt: string;
  createdBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
};
export type GroupRoleMappingList = {
  data: GroupRoleMapping[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type HealthItem = {
  /**
   * @description `failing` still retries, `stopped` needs someone to start it again, `expiring` ends at `dueAt`, `overdue` should have ended at `dueAt`, `waiting` waits for a decision.
   * @enum {string}
   */
  kind: 'failing' | 'stopped' | 'expiring' | 'overdue' | 'waiting';
  /** @description What is wrong, such as `endpoint_failing`. New codes can be added at any time. */
  code: string;
  /** @enum {string} */
  severity: 'critical' | 'warning' | 'info';
  resource: {
    type: string;
    id: string;
    name: string;
    organizationId: string | null;
  };
  since: string | null;
  dueAt: string | null;
  /** @description What cannot go on meanwhile, such as `deliveries`. */
  blocks: {
    what: string;
    count: number | null;
  } | null;
  /** @description The operation that helps, and its path parameters. */
  action: {
    operationId: string;
    params: {
      [key: string]: string;
    };
  } | null;
};
export type Hook = {
  id: string;
  name: string;
  url: string;
  /** @description Hooks of a stage are called in this order. Hooks with the same position are called from the oldest to the newest. */
  position: number;
  /** @description Applications whose requests call the hook. If empty, all applications. */
  clientIds: string[];
  /**
   * @description Defaults to `closed` for `pre_registration` and `post_login`, and to `open` otherwise. A login flow step has its own `onError`.
   * @enum {string}
   */
  failureMode: 'open' | 'closed';
  timeoutMilliseconds: number;
  enabled: boolean;
  /** @enum {string} */
  stage: 'pre_registration' | 'login_flow' | 'post_login' | 'token_issue' | 'client_credentials';
  headerNames: string[];
  /** @description Active secrets, newest first. */
  secrets: {
    id: string;
    last4: string;
    /** Format: date-time */
    createdAt: string;
    expiresAt: string | null;
  }[];
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type HookTestRequest = {
  /**
   * @description For an endpoint: the event type whose example is sent, with new ids.
   * @default webhook.test
   */
  eventType?: string;
  /** @description For an endpoint: tests its claim schemas instead of sending an event. */
  claims?: {
    clientId: string;
    subjectId: string;
  };
  /** @description For an inline hook: data that is merged into the example of the hook's stage. */
  stageInput?: {
    [key: string]: unknown;
  };
};
export type HookTestResult = {
  hookId: string;
  /** @enum {string} */
  hookKind: 'webhook_endpoint' | 'claim_source' | 'inline_hook' | 'siem_sink';
  delivered: boolean;
  deliveryId: string | null;
  eventType: string | null;
  attempt: WebhookAttempt;
  /** @description For each claim, its value or the reason why it has none. */
  claims: {
    [key: string]:
      | {
          /** @enum {string} */
          error: 'no_answer' | 'absent' | 'invalid';
        }
      | {
          value: unknown;
        };
  } | null;
  /** @description For an inline hook: the commands in its response that take effect at its stage. */
  commands:
    | (
        | {
            /** @constant */
            type: 'deny';
            /** @default  */
            message: string;
          }
        | {
            /** @constant */
            type: 'set_claim';
            /** @enum {string} */
            token: 'access' | 'id';
            name: string;
            value: unknown;
          }
        | {
            /** @constant */
            type: 'remove_scope';
            scope: string;
          }
        | {
            /** @constant */
            type: 'set_attribute';
            path: string;
            value: unknown;
          }
        | {
            /** @constant */
            type: 'require_acr';
            acr: string;
          }
      )[]
    | null;
};
export type HookWithSecret = {
  id: string;
  name: string;
  url: string;
  /** @description Hooks of a stage are called in this order. Hooks with the same position are called from the oldest to the newest. */
  position: number;
  /** @description Applications whose requests call the hook. If empty, all applications. */
  clientIds: string[];
  /**
   * @description Defaults to `closed` for `pre_registration` and `post_login`, and to `open` otherwise. A login flow step has its own `onError`.
   * @enum {string}
   */
  failureMode: 'open' | 'closed';
  timeoutMilliseconds: number;
  enabled: boolean;
  /** @enum {string} */
  stage: 'pre_registration' | 'login_flow' | 'post_login' | 'token_issue' | 'client_credentials';
  headerNames: string[];
  /** @description Active secrets, newest first. */
  secrets: {
    id: string;
    last4: string;
    /** Format: date-time */
    createdAt: string;
    expiresAt: string | null;
  }[];
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
  secret: string;
};
export type IdentityLink = {
  /** @description Where the user signs in at the provider. The browser returns to `/account/connections`, with the response of the provider in the fragment. */
  authorizationUrl: string;
  state: string;
};
export type IdentityProvider = {
  provider: string;
  displayName: string;
};
export type IdentityProviderList = {
  data: IdentityProvider[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type IdpTestRequest =
  | (
      | {
          /** @constant */
          protocol: 'oidc';
          /** Format: uri */
          issuer: string;
          clientId?: string;
          /** @description Used for the test, not kept. */
          clientSecret?: string;
        }
      | {
          /** @constant */
          protocol: 'saml';
          /** Format: uri */
          metadataUrl?: string;
          metadataXml?: string;
          entityId?: string;
        }
    )
  | {
      directoryId: string;
    };
export type IdpTestResponse = {
  /** @description Whether every step succeeded. */
  ok: boolean;
  kind: string;
  /** Format: date-time */
  startedAt: string;
  durationMs: number;
  steps: DiagnosticStep[];
  /** @description Information about the remote system. */
  summary: {
    [key: string]: unknown;
  };
  /** @description Sample users, mapped as an import would map them. */
  sample: {
    [key: string]: unknown;
  }[];
};
export type ImportDryRun = {
  /** @description Whether the source can be read and every record read so far would be imported successfully. */
  ok: boolean;
  kind: string;
  sourceVersion: number;
  reachability: {
    ok: boolean;
    steps: {
      name: string;
      /** @enum {string} */
      status: 'ok' | 'failed' | 'skipped';
      durationMs: number;
      code?: string;
      detail?: string;
    }[];
  };
  rowsRead: number;
  /** @description False if the time limit was reached before the end of the source. */
  isComplete: boolean;
  estimatedTotal: number | null;
  /** @description The first 10 records, and 10 sampled from the rest. */
  sample: {
    row: number;
    sourceId: string | null;
    /** @description Number of records without a password hash. */
    mapped: {
      [key: string]: unknown;
    };
    /** @enum {string} */
    action: 'create' | 'update' | 'skip' | 'fail';
    problems: {
      pointer: string | null;
      code: string;
      detail: string;
    }[];
  }[];
  errors: {
    code: string;
    detail: string;
    count: number;
    rows: number[];
  }[];
  /** @description Number of records by hash algorithm. */
  passwordHashes: {
    [key: string]: number;
  };
  /** @description Share of the records that have a value, by property. */
  attributeCoverage: {
    [key: string]: number;
  };
  durationMs: number;
};
export type ImportError = {
  /** @description Number of the record in the source, from 1. */
  row: number;
  sourceId: string | null;
  code: string;
  /** @description The property of the user that caused the error. */
  pointer: string | null;
  detail: string;
};
export type ImportErrorList = {
  data: ImportError[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ImportJob = {
  id: string;
  /** @enum {string} */
  state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  kind: string;
  sourceVersion: number;
  /** @enum {string} */
  mode: 'eager' | 'lazy' | 'both';
  progress: {
    /** @description Null if the source does not report it. */
    total: number | null;
    read: number;
    created: number;
    updated: number;
    skipped: number;
    failed: number;
    bytes: number;
    bytesTotal: number | null;
    ratePerSecond: number | null;
    etaSeconds: number | null;
  };
  attempt: number;
  errorCount: number;
  /** @description The first 20 errors. */
  errorSample: ImportError[];
  requestedBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  startedAt: string | null;
  heartbeatAt: string | null;
  finishedAt: string | null;
  failure: {
    code: string;
    detail: string;
  } | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type ImportJobList = {
  data: ImportJob[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ImportTuplesRequest = {
  tuples: RelationTupleInput[];
  /**
   * @default ignore
   * @enum {string}
   */
  onDuplicate?: 'error' | 'ignore' | 'replace';
  /** @description Defaults to the active model. */
  modelId?: string;
};
export type ImportTuplesResponse = {
  imported: number;
  skipped: number;
  revision: number;
  consistencyToken: string;
};
export type Invitation = {
  id: string;
  organizationId: string;
  email: string;
  roles: string[];
  /** @enum {string} */
  state: 'pending' | 'accepted' | 'revoked' | 'expired';
  inviter: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  /** Format: date-time */
  expiresAt: string;
  acceptedAt: string | null;
  /** @description The user who accepted the invitation. */
  acceptedBy: string | null;
  revokedAt: string | null;
  sentCount: number;
  lastSentAt: string | null;
  /**
   * @description `not_configured`: the platform does not send e-mail, so deliver the `token` yourself.
   * @enum {string}
   */
  delivery: 'queued' | 'sent' | 'failed' | 'not_configured';
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type InvitationList = {
  data: Invitation[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type InvitationWithSecret = {
  id: string;
  organizationId: string;
  email: string;
  roles: string[];
  /** @enum {string} */
  state: 'pending' | 'accepted' | 'revoked' | 'expired';
  inviter: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  /** Format: date-time */
  expiresAt: string;
  acceptedAt: string | null;
  /** @description The user who accepted the invitation. */
  acceptedBy: string | null;
  revokedAt: string | null;
  sentCount: number;
  lastSentAt: string | null;
  /**
   * @description `not_configured`: the platform does not send e-mail, so deliver the `token` yourself.
   * @enum {string}
   */
  delivery: 'queued' | 'sent' | 'failed' | 'not_configured';
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
  /** @description Link to accept the invitation. Returned only once. */
  acceptUrl: string | null;
  /** @description Returned only once, and only if the platform does not send e-mail. */
  token?: string;
};
export type IpRuleEvaluation = {
  address: string;
  /** @enum {string} */
  decision: 'allow' | 'deny';
  /** @description The rule that decided. Null if no rule matched. */
  ruleId: string | null;
  /** @description Version of the rule set. */
  version: number;
};
export type KnownDevice = {
  id: string;
  userAgent: string;
  device: UserDevice;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  lastUsedAt: string;
  /** @description Until when it replaces a second factor. */
  trustedUntil: string | null;
};
export type KnownDeviceList = {
  data: KnownDevice[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type LegalDocument = {
  id: string;
  clientId: string;
  docType: string;
  locale: string;
  version: number;
  versionLabel: string | null;
  title: string;
  /** @enum {string} */
  state: 'draft' | 'active' | 'retired';
  contentUrl: string | null;
  contentBytes: number | null;
  sha256: string;
  changeSummary: string | null;
  requiresReconsent: boolean;
  effectiveAt: string | null;
  purposeKeys: string[];
  activatedAt: string | null;
  activatedBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  } | null;
  retiredAt: string | null;
  referencedByConsents: boolean;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
  content: string | null;
};
export type LegalDocumentSummary = {
  id: string;
  clientId: string;
  docType: string;
  locale: string;
  version: number;
  versionLabel: string | null;
  title: string;
  /** @enum {string} */
  state: 'draft' | 'active' | 'retired';
  contentUrl: string | null;
  contentBytes: number | null;
  sha256: string;
  changeSummary: string | null;
  requiresReconsent: boolean;
  effectiveAt: string | null;
  purposeKeys: string[];
  activatedAt: string | null;
  activatedBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  } | null;
  retiredAt: string | null;
  referencedByConsents: boolean;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type LegalDocumentSummaryList = {
  data: LegalDocumentSummary[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type LinkedIdentity = {
  id: string;
  provider: string;
  email: string | null;
  /** Format: date-time */
  linkedAt: string;
  lastUsedAt: string | null;
};
export type LinkedIdentityList = {
  data: LinkedIdentity[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ListAuditExportsResponse = {
  data: AuditExport[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ListAuditRecordsResponse = {
  data: AuditRecord[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ListEnvelopeEvent = {
  data: Event[];
  nextCursor: string;
  hasMore: boolean;
};
export type ListEnvelopeHookResponse = {
  data: Hook[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ListEnvelopeSiemSinkResponse = {
  data: SiemSink[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ListEnvelopeTenantIpRuleResponse = {
  data: TenantIpRuleResponse[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ListEnvelopeWebhookClaimSchemaResponse = {
  data: WebhookClaimSchema[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ListEnvelopeWebhookEndpointResponse = {
  data: WebhookEndpoint[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ListObjectsExport = {
  id: string;
  /** @enum {string} */
  state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
  /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
  subject: string;
  relation: string;
  type: string;
  context: {
    [key: string]: unknown;
  } | null;
  contextualTuples: RelationTupleInputOutput[];
  modelId: string;
  /** @description Number of object ids that were checked. */
  scanned: number;
  matched: number;
  /** @description Number of objects that were omitted because their check reached a limit or lacked context. */
  unresolved: number;
  /** @description Whether at least one object id was not checked. */
  truncated: boolean;
  truncatedBy: 'max_objects'[];
  startRevision: number | null;
  /** @description Equal to `startRevision` if nothing changed during the export. */
  endRevision: number | null;
  attempts: number;
  error: {
    /** @enum {string} */
    code: 'abandoned' | 'attempts_exhausted' | 'model_not_found';
    detail: string;
  } | null;
  /** Format: date-time */
  createdAt: string;
  startedAt: string | null;
  /** Format: date-time */
  updatedAt: string;
  completedAt: string | null;
  expiresAt: string | null;
};
export type ListObjectsExportList = {
  data: ListObjectsExportOutput[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ListObjectsExportOutput = {
  id: string;
  /** @enum {string} */
  state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'EXPIRED';
  /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
  subject: string;
  relation: string;
  type: string;
  context: {
    [key: string]: unknown;
  } | null;
  contextualTuples: RelationTupleInputOutput[];
  modelId: string;
  /** @description Number of object ids that were checked. */
  scanned: number;
  matched: number;
  /** @description Number of objects that were omitted because their check reached a limit or lacked context. */
  unresolved: number;
  /** @description Whether at least one object id was not checked. */
  truncated: boolean;
  truncatedBy: 'max_objects'[];
  startRevision: number | null;
  /** @description Equal to `startRevision` if nothing changed during the export. */
  endRevision: number | null;
  attempts: number;
  error: {
    /** @enum {string} */
    code: 'abandoned' | 'attempts_exhausted' | 'model_not_found';
    detail: string;
  } | null;
  /** Format: date-time */
  createdAt: string;
  startedAt: string | null;
  /** Format: date-time */
  updatedAt: string;
  completedAt: string | null;
  expiresAt: string | null;
};
export type ListObjectsRequest = {
  /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
  subject: string;
  relation: string;
  type: string;
  /** @description Values for the parameters of conditions. Values stored with a tuple take precedence. At most 32 KiB. */
  context?: {
    [key: string]: unknown;
  };
  /** @description Tuples that apply only to this request. They replace stored tuples with the same key. At most 100. */
  contextualTuples?: RelationTupleInput[];
  /** @description The maximum, which is also the default, is set by `platform.fga.list-objects.max-results`. */
  limit?: number;
  /** @description Defaults to the active model. */
  modelId?: string;
  consistency?: FgaConsistency;
};
export type ListObjectsResponse = {
  /** @description `type:id`, ordered by id. */
  objects: string[];
  /** @description False only if the search was exhaustive. */
  truncated: boolean;
  truncatedBy: (
    'depth' | 'nodes' | 'fanout' | 'candidates' | 'results' | 'confirmation' | 'deadline'
  )[];
  modelId: string;
  /** @description Identifies the snapshot that was read. */
  consistencyToken: string;
};
export type ListSsfDeliveriesResponse = {
  data: SsfDelivery[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ListSsfReceiversResponse = {
  data: SsfReceiver[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ListSubjectsRequest = {
  /** @description An object in the form `type:id`, at most 256 characters. */
  object: string;
  relation: string;
  subjectFilters: {
    type: string;
    relation?: string;
  }[];
  /** @description Values for the parameters of conditions. Values stored with a tuple take precedence. At most 32 KiB. */
  context?: {
    [key: string]: unknown;
  };
  /** @description Tuples that apply only to this request. They replace stored tuples with the same key. At most 100. */
  contextualTuples?: RelationTupleInput[];
  /** @description The maximum, which is also the default, is set by `platform.fga.list-objects.max-results`. */
  limit?: number;
  /** @description Defaults to the active model. */
  modelId?: string;
  consistency?: FgaConsistency;
};
export type ListSubjectsResponse = {
  /** @description Can contain `type:*`, which is not expanded. */
  subjects: string[];
  /** @description False only if the search was exhaustive. */
  truncated: boolean;
  truncatedBy: (
    'depth' | 'nodes' | 'fanout' | 'candidates' | 'results' | 'confirmation' | 'deadline'
  )[];
  modelId: string;
  /** @description Identifies the snapshot that was read. */
  consistencyToken: string;
};
export type ListUserBulkJobsResponse = {
  data: UserBulkJob[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ListUserExportsResponse = {
  data: UserExport[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type LoginAnalytics = {
  from: string;
  to: string;
  /** @constant */
  timezone: 'UTC';
  /** @description Time of the most recent sign-in that is included in the counts. */
  asOf: string | null;
  retentionFrom: string;
  totals: {
    succeeded: number;
    failed: number;
    /** @description Sign-ins that were rejected by a rule, a limit or a lock. Also included in `failed`. */
    blocked: number;
    signUps: number;
    mfaCompleted: number;
    successRate: number | null;
    /** @description Null if the range exceeds 31 days. */
    uniqueUsers: number | null;
  };
  byDay: {
    date: string;
    succeeded: number;
    failed: number;
    blocked: number;
    signUps: number;
    uniqueUsers: number;
  }[];
  byMethod: {
    method: string;
    succeeded: number;
    failed: number;
  }[];
  byConnector: {
    provider: string;
    succeeded: number;
    failed: number;
  }[];
  byClient: {
    clientId: string;
    succeeded: number;
    failed: number;
  }[];
  byFailureReason: {
    reason: string;
    count: number;
  }[];
  byAssurance: {
    acr: string;
    succeeded: number;
  }[];
  byFlowVersion: {
    version: number;
    succeeded: number;
    failed: number;
  }[];
};
export type LoginDomain = {
  id: string;
  domain: string;
  unicodeDomain: string;
  /** @enum {string} */
  status: 'pending' | 'verified' | 'active' | 'failing' | 'suspended';
  primary: boolean;
  passkeyRpId: string;
  /** @description DNS records to create. At a zone apex, use ALIAS, ANAME or CNAME flattening instead of CNAME. */
  records: {
    /** @enum {string} */
    purpose: 'ownership' | 'routing';
    /** @enum {string} */
    type: 'TXT' | 'CNAME' | 'A' | 'AAAA';
    name: string;
    value: string;
    required: boolean;
  }[];
  checks: {
    /** @enum {string} */
    purpose: 'ownership' | 'routing';
    /** @enum {string} */
    result: 'found' | 'absent' | 'mismatch' | 'inconclusive';
    observed: string[];
    /** Format: date-time */
    checkedAt: string;
  }[];
  failureCount: number;
  failingSince: string | null;
  /** @description When a failing domain is suspended. */
  suspendAt: string | null;
  /** @description When a pending registration expires. */
  expiresAt: string | null;
  lastCheckedAt: string | null;
  nextCheckAt: string | null;
  verifiedAt: string | null;
  activatedAt: string | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type LoginDomainList = {
  data: LoginDomain[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type LoginFlowAssurance = {
  /** @description Null if no path completes. */
  min: ('aal1' | 'aal2' | 'aal3') | null;
  max: ('aal1' | 'aal2' | 'aal3') | null;
  phishingResistantAlways: boolean;
};
export type LoginFlowAssuranceMethods = {
  methods: {
    /** @enum {string} */
    method:
      | 'password'
      | 'totp'
      | 'recovery_code'
      | 'email_code'
      | 'magic_link'
      | 'sms_code'
      | 'passkey'
      | 'security_key'
      | 'social'
      | 'federation';
    displayName: string;
    factorKinds: ('knowledge' | 'possession' | 'inherence' | 'mailbox' | 'federated')[];
    /** @description Authentication method references (RFC 8176). If empty, the upstream provider supplies them. */
    amr: string[];
    /** @enum {string} */
    alone: 'aal1' | 'aal2' | 'aal3';
    withPassword: ('aal1' | 'aal2' | 'aal3') | null;
    phishingResistant: boolean;
    /** @description A restricted authenticator (NIST SP 800-63B-4). */
    restricted: boolean;
    available: boolean;
    unavailableReason: string | null;
    enrollable: boolean;
    /** @description Whether the method works without a preceding identifier step. */
    identifies: boolean;
  }[];
  levels: {
    /** @enum {string} */
    level: 'aal1' | 'aal2' | 'aal3';
    /** @enum {string} */
    acr: 'aal1' | 'aal2' | 'aal3' | 'phr' | 'phrh';
    combinations: (
      | 'password'
      | 'totp'
      | 'recovery_code'
      | 'email_code'
      | 'magic_link'
      | 'sms_code'
      | 'passkey'
      | 'security_key'
      | 'social'
      | 'federation'
    )[][];
    sessionMaxSeconds: number;
    /** @description If null, there is no limit. */
    idleMaxSeconds: number | null;
  }[];
  acrValues: {
    /** @enum {string} */
    value: 'aal1' | 'aal2' | 'aal3' | 'phr' | 'phrh';
    /** @enum {string} */
    level: 'aal1' | 'aal2' | 'aal3';
    phishingResistant: boolean;
    hardwareProtected: boolean;
  }[];
};
export type LoginFlowClientBinding = {
  /** @description The client id. */
  id: string;
  clientId: string;
  /**
   * @description If null, the client uses the active flow.
   * @default null
   */
  version: number | null;
  /** @default default */
  entrypoint: string;
  /** @default null */
  minimumAssurance: ('aal1' | 'aal2' | 'aal3') | null;
  /** @default null */
  allowedMethods:
    | (
        | 'password'
        | 'totp'
        | 'recovery_code'
        | 'email_code'
        | 'magic_link'
        | 'sms_code'
        | 'passkey'
        | 'security_key'
        | 'social'
        | 'federation'
      )[]
    | null;
  /** @default null */
  allowedConnectors: string[] | null;
  /** @default null */
  defaultConnector: string | null;
  /** @default null */
  maxAgeSeconds: number | null;
  /** @default null */
  signUpEnabled: boolean | null;
  effectiveVersion: number;
  effectiveAssurance: LoginFlowAssurance;
  problems: LoginFlowProblem[];
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
  updatedBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
};
export type LoginFlowCondition =
  | {
      fact: string;
      /** @enum {string} */
      op:
        | 'eq'
        | 'ne'
        | 'in'
        | 'not_in'
        | 'contains'
        | 'contains_any'
        | 'starts_with'
        | 'ends_with'
        | 'gt'
        | 'gte'
        | 'lt'
        | 'lte'
        | 'exists'
        | 'in_cidr';
      /** @description A list for `in`, `not_in` and `contains_any`; a boolean for `exists`. */
      value: (string | number | boolean) | (string | number | boolean)[];
    }
  | {
      all: LoginFlowCondition[];
    }
  | {
      any: LoginFlowCondition[];
    }
  | {
      not: LoginFlowCondition;
    };
export type LoginFlowConditionInput =
  | {
      fact: string;
      /** @enum {string} */
      op:
        | 'eq'
        | 'ne'
        | 'in'
        | 'not_in'
        | 'contains'
        | 'contains_any'
        | 'starts_with'
        | 'ends_with'
        | 'gt'
        | 'gte'
        | 'lt'
        | 'lte'
        | 'exists'
        | 'in_cidr';
      /** @description A list for `in`, `not_in` and `contains_any`; a boolean for `exists`. */
      value: (string | number | boolean) | (string | number | boolean)[];
    }
  | {
      all: LoginFlowConditionInput[];
    }
  | {
      any: LoginFlowConditionInput[];
    }
  | {
      not: LoginFlowConditionInput;
    };
export type LoginFlowDefinition = {
  /** @constant */
  schemaVersion: 1;
  name: string;
  description?: string;
  /** @description At most 10 entry points. `default` is required. */
  entrypoints: {
    [key: string]: string;
  };
  steps: LoginFlowStep[];
  settings: {
    /**
     * @default aal1
     * @enum {string}
     */
    minimumAssurance: 'aal1' | 'aal2' | 'aal3';
    /** @default 86400 */
    sessionLifetimeSeconds: number;
    /** @default 3600 */
    sessionIdleSeconds: number;
    /** @default 1800 */
    flowLifetimeSeconds: number;
    /**
     * @description Maximum number of times that one login can reach the same step.
     * @default 25
     */
    maxStepVisits: number;
    /** @default 0 */
    trustedDeviceSeconds: number;
    /**
     * @description Whether a login that does not reach the required assurance prompts for another factor.
     * @default auto
     * @enum {string}
     */
    stepUp: 'auto' | 'off';
    /**
     * @default [
     *       "passkey",
     *       "totp",
     *       "recovery_code"
     *     ]
     */
    stepUpMethods: (
      | 'password'
      | 'totp'
      | 'recovery_code'
      | 'email_code'
      | 'magic_link'
      | 'sms_code'
      | 'passkey'
      | 'security_key'
      | 'social'
      | 'federation'
    )[];
    /** @default true */
    signUpEnabled: boolean;
  };
  id?: string;
  /** @description Null for the draft, 0 for the built-in default. */
  version?: number | null;
  /** @enum {string} */
  state?: 'draft' | 'active' | 'archived';
  /** @description Number of times that the draft has been saved. */
  revision?: number | null;
  /** @description Results by entry point. */
  assurance?: {
    [key: string]: LoginFlowAssurance;
  };
  problems?: LoginFlowProblem[];
  basedOnVersion?: number | null;
  /** @description SHA-256 digest of the canonical JSON (RFC 8785) of the writable properties. */
  checksum?: string;
  activatedAt?: string | null;
  activatedBy?: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  } | null;
  createdAt?: string | null;
  updatedAt?: string | null;
};
export type LoginFlowDefinitionInput = {
  /** @constant */
  schemaVersion: 1;
  name: string;
  description?: string;
  /** @description At most 10 entry points. `default` is required. */
  entrypoints: {
    [key: string]: string;
  };
  steps: LoginFlowStepInput[];
  /** @default {} */
  settings?: {
    /**
     * @default aal1
     * @enum {string}
     */
    minimumAssurance?: 'aal1' | 'aal2' | 'aal3';
    /** @default 86400 */
    sessionLifetimeSeconds?: number;
    /** @default 3600 */
    sessionIdleSeconds?: number;
    /** @default 1800 */
    flowLifetimeSeconds?: number;
    /**
     * @description Maximum number of times that one login can reach the same step.
     * @default 25
     */
    maxStepVisits?: number;
    /** @default 0 */
    trustedDeviceSeconds?: number;
    /**
     * @description Whether a login that does not reach the required assurance prompts for another factor.
     * @default auto
     * @enum {string}
     */
    stepUp?: 'auto' | 'off';
    /**
     * @default [
     *       "passkey",
     *       "totp",
     *       "recovery_code"
     *     ]
     */
    stepUpMethods?: (
      | 'password'
      | 'totp'
      | 'recovery_code'
      | 'email_code'
      | 'magic_link'
      | 'sms_code'
      | 'passkey'
      | 'security_key'
      | 'social'
      | 'federation'
    )[];
    /** @default true */
    signUpEnabled?: boolean;
  };
  id?: string;
  /** @description Null for the draft, 0 for the built-in default. */
  version?: number | null;
  /** @enum {string} */
  state?: 'draft' | 'active' | 'archived';
  /** @description Number of times that the draft has been saved. */
  revision?: number | null;
  /** @description Results by entry point. */
  assurance?: {
    [key: string]: LoginFlowAssurance;
  };
  problems?: LoginFlowProblem[];
  basedOnVersion?: number | null;
  /** @description SHA-256 digest of the canonical JSON (RFC 8785) of the writable properties. */
  checksum?: string;
  activatedAt?: string | null;
  activatedBy?: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  } | null;
  createdAt?: string | null;
  updatedAt?: string | null;
};
export type LoginFlowProblem = {
  /** @enum {string} */
  severity: 'error' | 'warning';
  /** @enum {string} */
  code:
    | 'outcome_unwired'
    | 'no_completion'
    | 'cycle_without_interaction'
    | 'identifier_missing'
    | 'first_factor_missing'
    | 'assurance_unmet'
    | 'session_too_long'
    | 'method_unavailable'
    | 'connector_missing'
    | 'connector_disabled'
    | 'hook_missing'
    | 'doc_type_missing'
    | 'binding_entrypoint_missing'
    | 'step_unreachable'
    | 'second_factor_same_kind'
    | 'reference_unchecked'
    | 'no_recovery'
    | 'condition_never_true'
    | 'session_longer_than_recommended'
    | 'phishing_resistant_option_missing';
  /** @description JSON Pointer into the definition. */
  pointer: string;
  detail: string;
};
export type LoginFlowSimulation = {
  /** @enum {string} */
  source: 'draft' | 'active' | 'version' | 'inline';
  version: number | null;
  revision: number | null;
  checksum: string;
  /** @enum {string} */
  result: 'completed' | 'denied' | 'incomplete' | 'stopped';
  denyReason: ('access_denied' | 'login_required' | 'unmet_authentication_requirements') | null;
  path: {
    step: string;
    type: string;
    offered: {
      /** @enum {string} */
      method:
        | 'password'
        | 'totp'
        | 'recovery_code'
        | 'email_code'
        | 'magic_link'
        | 'sms_code'
        | 'passkey'
        | 'security_key'
        | 'social'
        | 'federation';
      connector: string | null;
      available: boolean;
      /** @description Why the method is not available. */
      reason: string | null;
    }[];
    chosen: {
      /** @enum {string} */
      method:
        | 'password'
        | 'totp'
        | 'recovery_code'
        | 'email_code'
        | 'magic_link'
        | 'sms_code'
        | 'passkey'
        | 'security_key'
        | 'social'
        | 'federation';
      connector: string | null;
    } | null;
    outcome: string | null;
    satisfiedBySession: boolean;
    branches: {
      id: string;
      /** @enum {string} */
      result: 'true' | 'false' | 'unknown';
      facts: {
        fact: string;
        value: unknown;
        /** @enum {string} */
        result: 'true' | 'false' | 'unknown';
      }[];
    }[];
    next: string | null;
    index: number;
  }[];
  assurance: {
    level: ('aal1' | 'aal2' | 'aal3') | null;
    acr: ('aal1' | 'aal2' | 'aal3' | 'phr' | 'phrh') | null;
    amr: string[];
    factorKinds: ('knowledge' | 'possession' | 'inherence' | 'mailbox' | 'federated')[];
    phishingResistant: boolean;
    hardwareProtected: boolean;
  };
  requestedAssuranceMet: boolean;
  sessionLifetimeSeconds: number;
  problems: LoginFlowProblem[];
};
export type LoginFlowStep =
  | {
      id: string;
      /** @constant */
      type: 'identify';
      title?: string;
      config: {
        identifiers: ('email' | 'username' | 'phone')[];
        /** @default false */
        homeRealmDiscovery: boolean;
        /**
         * @description Whether an unknown user proceeds to a challenge that cannot be completed, so that the response does not reveal whether an account exists.
         * @default true
         */
        concealUnknown: boolean;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on: {
        found?: string;
        not_found?: string;
        federated?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'authenticate';
      title?: string;
      config: {
        /** @enum {string} */
        role: 'first' | 'second' | 'any';
        methods: (
          | 'password'
          | 'totp'
          | 'recovery_code'
          | 'email_code'
          | 'magic_link'
          | 'sms_code'
          | 'passkey'
          | 'security_key'
          | 'social'
          | 'federation'
        )[];
        /**
         * @description Connectors to offer for `social`. If empty, all enabled connectors are offered.
         * @default []
         */
        connectors: string[];
        /** @default false */
        collectIdentifier: boolean;
        /** @default 5 */
        maxAttempts: number;
        /** @default true */
        reuseSession: boolean;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on: {
        success?: string;
        failure?: string;
        not_enrolled?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'enroll';
      title?: string;
      config: {
        methods: (
          'password' | 'totp' | 'recovery_code' | 'sms_code' | 'passkey' | 'security_key'
        )[];
        /** @default false */
        skippable: boolean;
        /**
         * @description Age of the account, in days, up to which the step can be skipped. If 0, it can always be skipped.
         * @default 0
         */
        graceDays: number;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on: {
        success?: string;
        skipped?: string;
        failure?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'register';
      title?: string;
      config: {
        attributes: {
          name: string;
          /** @default false */
          required: boolean;
        }[];
        /** @default [] */
        initialMethods: (
          'password' | 'totp' | 'recovery_code' | 'sms_code' | 'passkey' | 'security_key'
        )[];
        /** @default true */
        requireVerifiedEmail: boolean;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on: {
        success?: string;
        existing?: string;
        failure?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'profile';
      title?: string;
      config: {
        attributes: {
          name: string;
          /** @default false */
          required: boolean;
        }[];
        /** @default false */
        skippable: boolean;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on: {
        success?: string;
        skipped?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'verify_contact';
      title?: string;
      config: {
        /** @enum {string} */
        channel: 'email' | 'phone';
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on: {
        success?: string;
        failure?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'terms';
      title?: string;
      config: {
        docTypes: string[];
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on: {
        accepted?: string;
        refused?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'hook';
      title?: string;
      config: {
        hookId: string;
        /** @default 3000 */
        timeoutMilliseconds: number;
        /**
         * @default deny
         * @enum {string}
         */
        onError: 'deny' | 'continue';
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on: {
        allow?: string;
        deny?: string;
        challenge?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'condition';
      title?: string;
      config: {
        branches: {
          id: string;
          when: LoginFlowCondition;
          next: string;
        }[];
        otherwise: string;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on: Record<string, never>;
    }
  | {
      id: string;
      /** @constant */
      type: 'complete';
      title?: string;
      /** @default {} */
      config: Record<string, never>;
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on: Record<string, never>;
    }
  | {
      id: string;
      /** @constant */
      type: 'deny';
      title?: string;
      config: {
        /**
         * @default access_denied
         * @enum {string}
         */
        reason: 'access_denied' | 'login_required' | 'unmet_authentication_requirements';
        textKey?: string;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on: Record<string, never>;
    };
export type LoginFlowStepInput =
  | {
      id: string;
      /** @constant */
      type: 'identify';
      title?: string;
      config: {
        identifiers: ('email' | 'username' | 'phone')[];
        /** @default false */
        homeRealmDiscovery?: boolean;
        /**
         * @description Whether an unknown user proceeds to a challenge that cannot be completed, so that the response does not reveal whether an account exists.
         * @default true
         */
        concealUnknown?: boolean;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on?: {
        found?: string;
        not_found?: string;
        federated?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'authenticate';
      title?: string;
      config: {
        /** @enum {string} */
        role: 'first' | 'second' | 'any';
        methods: (
          | 'password'
          | 'totp'
          | 'recovery_code'
          | 'email_code'
          | 'magic_link'
          | 'sms_code'
          | 'passkey'
          | 'security_key'
          | 'social'
          | 'federation'
        )[];
        /**
         * @description Connectors to offer for `social`. If empty, all enabled connectors are offered.
         * @default []
         */
        connectors?: string[];
        /** @default false */
        collectIdentifier?: boolean;
        /** @default 5 */
        maxAttempts?: number;
        /** @default true */
        reuseSession?: boolean;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on?: {
        success?: string;
        failure?: string;
        not_enrolled?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'enroll';
      title?: string;
      config: {
        methods: (
          'password' | 'totp' | 'recovery_code' | 'sms_code' | 'passkey' | 'security_key'
        )[];
        /** @default false */
        skippable?: boolean;
        /**
         * @description Age of the account, in days, up to which the step can be skipped. If 0, it can always be skipped.
         * @default 0
         */
        graceDays?: number;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on?: {
        success?: string;
        skipped?: string;
        failure?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'register';
      title?: string;
      config: {
        attributes: {
          name: string;
          /** @default false */
          required?: boolean;
        }[];
        /** @default [] */
        initialMethods?: (
          'password' | 'totp' | 'recovery_code' | 'sms_code' | 'passkey' | 'security_key'
        )[];
        /** @default true */
        requireVerifiedEmail?: boolean;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on?: {
        success?: string;
        existing?: string;
        failure?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'profile';
      title?: string;
      config: {
        attributes: {
          name: string;
          /** @default false */
          required?: boolean;
        }[];
        /** @default false */
        skippable?: boolean;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on?: {
        success?: string;
        skipped?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'verify_contact';
      title?: string;
      config: {
        /** @enum {string} */
        channel: 'email' | 'phone';
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on?: {
        success?: string;
        failure?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'terms';
      title?: string;
      config: {
        docTypes: string[];
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on?: {
        accepted?: string;
        refused?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'hook';
      title?: string;
      config: {
        hookId: string;
        /** @default 3000 */
        timeoutMilliseconds?: number;
        /**
         * @default deny
         * @enum {string}
         */
        onError?: 'deny' | 'continue';
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on?: {
        allow?: string;
        deny?: string;
        challenge?: string;
      };
    }
  | {
      id: string;
      /** @constant */
      type: 'condition';
      title?: string;
      config: {
        branches: {
          id: string;
          when: LoginFlowConditionInput;
          next: string;
        }[];
        otherwise: string;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on?: Record<string, never>;
    }
  | {
      id: string;
      /** @constant */
      type: 'complete';
      title?: string;
      /** @default {} */
      config?: Record<string, never>;
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on?: Record<string, never>;
    }
  | {
      id: string;
      /** @constant */
      type: 'deny';
      title?: string;
      config: {
        /**
         * @default access_denied
         * @enum {string}
         */
        reason?: 'access_denied' | 'login_required' | 'unmet_authentication_requirements';
        textKey?: string;
      };
      /**
       * @description The step that follows each outcome.
       * @default {}
       */
      on?: Record<string, never>;
    };
export type LoginFlowTemplate = {
  id: string;
  name: string;
  description: string;
  assurance: {
    [key: string]: LoginFlowAssurance;
  };
  requires: {
    methods: (
      | 'password'
      | 'totp'
      | 'recovery_code'
      | 'email_code'
      | 'magic_link'
      | 'sms_code'
      | 'passkey'
      | 'security_key'
      | 'social'
      | 'federation'
    )[];
    /** @description Whether the template requires an enabled social connector. */
    connectors: boolean;
  };
  definition: LoginFlowDefinition;
};
export type LoginFlowVersionSummary = {
  version: number;
  name: string;
  /** @enum {string} */
  state: 'active' | 'archived';
  checksum: string;
  /** @description Null for the built-in default. */
  createdAt: string | null;
  createdBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  } | null;
  /** @description Comment on the last activation. */
  comment: string | null;
  lastActivatedAt: string | null;
  lastActivatedBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  } | null;
  activationCount: number;
  assurance: {
    [key: string]: LoginFlowAssurance;
  };
  /** @description Number of client bindings that use this version. */
  boundClients: number;
};
export type LoginPreview = {
  ticket: string;
  /** @description On the host of the tenant's issuer. The page can be framed by pages of that host only. */
  path: string;
  /** Format: date-time */
  expiresAt: string;
  accessibility: {
    /** @enum {string} */
    level: 'AAA' | 'AA' | 'fail';
    checks: {
      /** @enum {string} */
      scheme: 'light' | 'dark';
      /** @description The foreground and background, such as `text/surface`. */
      pair: string;
      ratio: number;
      required: number;
      passes: boolean;
      /** @description The nearest color that passes in place of the foreground; null if the pair passes. */
      nearest: string | null;
    }[];
  };
  warnings: {
    pointer: string;
    code: string;
    detail: string;
  }[];
};
export type MappingTransform =
  | {
      /** @constant */
      type: 'trim';
    }
  | {
      /** @constant */
      type: 'lower';
    }
  | {
      /** @constant */
      type: 'split';
      separator: string;
      /** @description Index of the part to use. If absent, all parts are used. */
      index?: number;
    }
  | {
      /** @constant */
      type: 'join';
      /** @default  */
      separator: string;
    }
  | {
      /** @constant */
      type: 'constant';
      value: string | number | boolean | null;
    }
  | {
      /** @constant */
      type: 'date';
      /**
       * @default iso
       * @enum {string}
       */
      from: 'iso' | 'unix_seconds' | 'unix_milliseconds' | 'generalized_time';
      /**
       * @default date_time
       * @enum {string}
       */
      to: 'date' | 'date_time';
    }
  | {
      /** @constant */
      type: 'boolean';
    }
  | {
      /** @constant */
      type: 'phone';
      /** @description Region to assume for numbers without a country code. */
      defaultCountry?: string;
    }
  | {
      /** @constant */
      type: 'strip_prefix';
      prefix: string;
    }
  | {
      /** @constant */
      type: 'map';
      values: {
        [key: string]: string | number | boolean | null;
      };
      /** @description Used for values that are not listed. If absent, such values are skipped. */
      otherwise?: string | number | boolean | null;
    };
export type MappingTransformInput =
  | {
      /** @constant */
      type: 'trim';
    }
  | {
      /** @constant */
      type: 'lower';
    }
  | {
      /** @constant */
      type: 'split';
      separator: string;
      /** @description Index of the part to use. If absent, all parts are used. */
      index?: number;
    }
  | {
      /** @constant */
      type: 'join';
      /** @default  */
      separator?: string;
    }
  | {
      /** @constant */
      type: 'constant';
      value: string | number | boolean | null;
    }
  | {
      /** @constant */
      type: 'date';
      /**
       * @default iso
       * @enum {string}
       */
      from?: 'iso' | 'unix_seconds' | 'unix_milliseconds' | 'generalized_time';
      /**
       * @default date_time
       * @enum {string}
       */
      to?: 'date' | 'date_time';
    }
  | {
      /** @constant */
      type: 'boolean';
    }
  | {
      /** @constant */
      type: 'phone';
      /** @description Region to assume for numbers without a country code. */
      defaultCountry?: string;
    }
  | {
      /** @constant */
      type: 'strip_prefix';
      prefix: string;
    }
  | {
      /** @constant */
      type: 'map';
      values: {
        [key: string]: string | number | boolean | null;
      };
      /** @description Used for values that are not listed. If absent, such values are skipped. */
      otherwise?: string | number | boolean | null;
    };
export type Member = {
  membershipId: string;
  user: {
    id: string;
    /** @enum {string} */
    status: 'active' | 'suspended' | 'deactivated';
    email?: string | null;
    displayName?: string | null;
  };
  /** @enum {string} */
  state: 'active' | 'inactive';
  roles: string[];
  roleSources: {
    role: string;
    /** @enum {string} */
    source: 'direct' | 'group';
    directoryId?: string;
    groupId?: string;
    mappingId?: string;
  }[];
  sources: ('direct' | 'invitation' | 'jit' | 'directory' | 'domain' | 'import')[];
  /** Format: date-time */
  joinedAt: string;
};
export type MemberList = {
  data: Member[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type MigrationMapping = {
  /**
   * @description JSON Pointer to the property of the user.
   * @example /name/givenName
   */
  target: string & (unknown & unknown);
  /** @description JSON Pointer into the source record. */
  source: string;
  /** @description Transformations, applied in order. */
  transform?: MappingTransform[];
  /** @description Used if the source has no value. */
  default?: string | number | boolean | null;
  /**
   * @description Whether a record without a value fails.
   * @default false
   */
  required: boolean;
};
export type MigrationMappingInput = {
  /**
   * @description JSON Pointer to the property of the user.
   * @example /name/givenName
   */
  target: string & (unknown & unknown);
  /** @description JSON Pointer into the source record. */
  source: string;
  /** @description Transformations, applied in order. */
  transform?: MappingTransformInput[];
  /** @description Used if the source has no value. */
  default?: string | number | boolean | null;
  /**
   * @description Whether a record without a value fails.
   * @default false
   */
  required?: boolean;
};
export type MigrationSource = {
  id: string;
  version: number;
  /** @enum {string} */
  kind: 'http' | 'ldap' | 'auth0' | 'keycloak' | 'ndjson';
  connection: {
    [key: string]: unknown;
  };
  hasCredential: boolean;
  mapping: MigrationMapping[];
  options: {
    /**
     * @description `eager`: import jobs migrate the users. `lazy`: each user is migrated at their first sign-in.
     * @default eager
     * @enum {string}
     */
    mode: 'eager' | 'lazy' | 'both';
    /**
     * @description The property that identifies existing users.
     * @default external_id
     * @enum {string}
     */
    matchBy: 'external_id' | 'email';
    /**
     * @description How to handle records of users that already exist.
     * @default skip
     * @enum {string}
     */
    onExisting: 'skip' | 'update' | 'fail';
    /** @description Every imported user becomes a member of this organization. */
    organizationId?: string;
    roles?: string[];
    /**
     * @description Whether e-mail addresses and phone numbers that the source reports as verified are treated as verified.
     * @default false
     */
    trustEmailVerified: boolean;
    /**
     * @default import
     * @enum {string}
     */
    passwords: 'import' | 'ignore';
    /**
     * @description Whether to accept md5, sha1 and salted SHA hashes. They are replaced when their users sign in.
     * @default false
     */
    allowWeakHashes: boolean;
    /**
     * @description Issuers of federated identities by the source's name for the provider, as users' identities show them: `https://idp.example.com#dir_…` for a directory of the tenant. The social connectors need none.
     * @default {}
     */
    identityIssuers: {
      [key: string]: string;
    };
    /** @description Number of records per transaction. The default is set by the operator. */
    batchSize?: number;
  };
  lastJobId: string | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type MigrationUpload = {
  id: string;
  /** @description Relative to the URL of this request. */
  uploadUrl: string;
  /** @constant */
  method: 'PUT';
  /** @description Headers to send with the file. */
  headers: {
    [key: string]: string;
  };
  /** Format: date-time */
  expiresAt: string;
};
export type MintScimBearerRequest = {
  /** @description Defaults to `bearer-1`, `bearer-2` and so on. */
  name?: string;
  /** Format: date-time */
  expiresAt?: string;
  /** @description Defaults to 365 days, unless the operator has configured another value. */
  expiresInSeconds?: number;
  /** @description Whether the bearer can only read. */
  readOnly?: boolean;
  /** @description Only for rotation: how long the old bearer stays valid. Defaults to one day. 0 revokes it immediately. */
  overlapSeconds?: number;
};
export type MyAccessRequest = {
  id: string;
  /** @enum {string} */
  state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'PARTIAL' | 'FAILED' | 'CANCELLED' | 'EXPIRED';
  /** @enum {string} */
  kind: 'access' | 'portability';
  /** Format: date-time */
  receivedAt: string;
  /**
   * Format: date-time
   * @description One month after `receivedAt` (GDPR Art. 12(3)).
   */
  dueAt: string;
  bundle: AccessBundle | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type MyAccessRequestList = {
  data: MyAccessRequest[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type MyActivity = {
  id: string;
  /** @description The type of the event. */
  type: string;
  /** @description What happened, in English. */
  summary: string;
  /** Format: date-time */
  occurredAt: string;
  /**
   * @description Who caused it. The identity of others is not shown.
   * @enum {string}
   */
  by: 'you' | 'administrator' | 'application' | 'platform';
  /** @enum {string} */
  severity: 'low' | 'medium' | 'high';
  ip: string | null;
  userAgent: string | null;
  /** @description ISO 3166-1 alpha-2, derived from `ip`. */
  country: string | null;
  /** @description How the user signed in, or the kind of credential. */
  method: string | null;
  reason: string | null;
  /** @description The application that was used. */
  clientId: string | null;
  organizationId: string | null;
  /** @description JSON Pointers to the properties that changed. */
  changed: string[];
};
export type MyActivityList = {
  data: MyActivity[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type MyContact = {
  /** @description Stays the same while the contact has the same value. */
  id: string;
  /** @enum {string} */
  type: 'email' | 'phone';
  value: string;
  primary: boolean;
  verified: boolean;
  /** @description Whether a directory manages the contact. Change it there. */
  locked: boolean;
  /** @description When the code expires that was sent to the contact. Null if none is open. */
  codeExpiresAt: string | null;
};
export type MyErasureRequest = {
  id: string;
  /** @enum {string} */
  state:
    | 'RECEIVED'
    | 'DEACTIVATING'
    | 'DEACTIVATED'
    | 'HELD'
    | 'DEFERRED'
    | 'ERASING'
    | 'COMPLETED'
    | 'CANCELLING'
    | 'CANCELLED';
  /** Format: date-time */
  receivedAt: string;
  /** Format: date-time */
  dueAt: string;
  deactivatedAt: string | null;
  /** @description The earliest time at which the data can be erased. */
  graceEndsAt: string | null;
  /** @description Whether the request can still be cancelled. */
  cancellable: boolean;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type MyInvitation = {
  id: string;
  organizationId: string;
  organizationName: string;
  email: string;
  roles: string[];
  message: string | null;
  /** Format: date-time */
  expiresAt: string;
  /** Format: date-time */
  createdAt: string;
};
export type MyInvitationList = {
  data: MyInvitation[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type MyPreferences = {
  values: {
    [key: string]: unknown;
  };
  /** @description Null if nothing was stored yet. */
  updatedAt: string | null;
};
export type MyProfile = {
  id: string;
  username: string | null;
  name: {
    formatted: string | null;
    givenName: string | null;
    familyName: string | null;
    middleName: string | null;
    honorificPrefix: string | null;
    honorificSuffix: string | null;
  } | null;
  displayName: string | null;
  nickname: string | null;
  title: string | null;
  pictureUrl: string | null;
  profileUrl: string | null;
  locale: string | null;
  timeZone: string | null;
  /** @enum {string} */
  status: 'active' | 'suspended' | 'deactivated';
  lastLoginAt: string | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
  /** @description The attributes that users can see on their own profile. */
  metadata: {
    [key: string]: unknown;
  };
  /** @description The primary ones first. */
  contacts: MyContact[];
  /** @description JSON Pointers to the properties that a directory manages. Change them there. */
  lockedAttributes: string[];
  /** @description Keys of required attributes without a value that the user can fill in. */
  incompleteAttributes: string[];
};
export type MyProfileSchema = {
  /** @description In the order of the form. */
  fields: ProfileField[];
};
export type Organization = {
  id: string;
  name: string;
  slug: string;
  externalId: string | null;
  logoUrl: string | null;
  primaryDomain: string | null;
  metadata: {
    [key: string]: unknown;
  };
  /** @enum {string} */
  status: 'active' | 'suspended';
  /** @enum {string} */
  membershipPolicy: 'invite_only' | 'verified_domain_only';
  defaultRoles: string[];
  /** @description Updated every minute. */
  memberCount: number;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type OrganizationDomain = {
  id: string;
  organizationId: string;
  /** @description The domain as A-labels (Punycode). */
  domain: string;
  /** @description The domain in Unicode. */
  displayDomain: string;
  /**
   * @description `lapsed`: the record has disappeared; the domain stays reserved for a while.
   * @enum {string}
   */
  state: 'pending' | 'verified' | 'lapsed' | 'failed';
  /**
   * @description `auto_join`: users with a verified address at the domain join the organization when they sign in.
   * @enum {string}
   */
  enrollment: 'none' | 'auto_join';
  verification: {
    /** @constant */
    recordType: 'TXT';
    recordName: string;
    recordValue: string;
    /** @description When the verification fails if the domain is still pending. */
    expiresAt: string | null;
    attempts: number;
    lastCheckedAt: string | null;
    /** @description `taken`: the record exists, but another organization has already verified the domain. */
    lastResult: ('matched' | 'no_record' | 'mismatch' | 'dns_error' | 'taken') | null;
    nextCheckAt: string | null;
  };
  verifiedAt: string | null;
  lapsedAt: string | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type OrganizationDomainList = {
  data: OrganizationDomain[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type OrganizationList = {
  data: Organization[];
  nextCursor: string | null;
  hasMore: boolean;
};
/** @enum {string} */
export type OverviewPart =
  'applications' | 'people' | 'signIn' | 'access' | 'integrations' | 'privacy';
export type OwnEligibility = {
  id: string;
  principal: {
    /** @enum {string} */
    type: 'user' | 'group';
    id: string;
  };
  role: string | null;
  /** @description Null if `role` is set. */
  scopes: string[] | null;
  organizationId: string | null;
  justification: string | null;
  /** Format: date-time */
  startsAt: string;
  expiresAt: string | null;
  rules: PimRules;
  /** @enum {string} */
  status: 'scheduled' | 'active' | 'expired';
  createdBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
  openActivationId: string | null;
};
export type OwnEligibilityList = {
  data: OwnEligibility[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type PasswordHash =
  | {
      /** @constant */
      algorithm: 'scrypt';
      /** @description `passwordHash` of the Firebase account. */
      value: string;
      /** @description `salt` of the Firebase account. */
      salt: string;
      /** @description `base64_signer_key` of the Firebase project. */
      signerKey: string;
      /** @description `base64_salt_separator` of the Firebase project. */
      saltSeparator: string;
      /** @description `rounds` of the Firebase project. */
      rounds: number;
      /** @description `mem_cost` of the Firebase project. */
      memoryCost: number;
    }
  | {
      /** @constant */
      algorithm: 'pbkdf2';
      /** @description `value` from Keycloak's secretData. */
      value: string;
      /** @description `salt` from Keycloak's secretData. */
      salt: string;
      /**
       * @description `algorithm` from Keycloak's credentialData, without `pbkdf2-`.
       * @enum {string}
       */
      digest: 'sha1' | 'sha256' | 'sha512';
      /** @description `hashIterations` from Keycloak's credentialData. */
      iterations: number;
    }
  | {
      /** @enum {string} */
      algorithm:
        'argon2id' | 'argon2i' | 'bcrypt' | 'pbkdf2' | 'scrypt' | 'ssha' | 'ssha256' | 'ssha512';
      /** @description The hash in the format in which it was stored: the PHC string format, the modular crypt format for bcrypt, Django's format for pbkdf2, or LDAP's `{SSHA}` with base64 for ssha…. */
      value: string;
      salt?: unknown;
    };
export type PasswordState = {
  /** Format: date-time */
  setAt: string;
};
export type PatchAttributeDefinitionRequest = {
  /** @description Applies to `string` attributes. */
  format?: ('email' | 'uri' | 'phone' | 'uuid' | 'country' | 'locale' | 'time_zone' | 'ip') | null;
  constraints?: {
    minLength?: number | null;
    maxLength?: number | null;
    pattern?: string | null;
    minimum?: number | null;
    maximum?: number | null;
    minItems?: number | null;
    maxItems?: number | null;
    uniqueItems?: boolean | null;
    options?:
      | {
          value: string;
          label?: string | null;
          labels?: {
            [key: string]: string;
          };
        }[]
      | null;
    schema?: {
      [key: string]: unknown;
    } | null;
  } | null;
  required?: boolean;
  /** @description Applies to single-valued `string` and `integer` attributes. Values are compared in NFKC and lower case. */
  unique?: boolean;
  /**
   * @description `read_only` attributes can be written only by directories, imports and sign-ins.
   * @enum {string}
   */
  mutability?: 'read_write' | 'write_once' | 'read_only';
  /**
   * @description What users can do with the attribute on self-service pages.
   * @enum {string}
   */
  visibility?: 'admin_only' | 'self_read' | 'self_write';
  /** @description Whether token claims may use the attribute. */
  exposeInToken?: boolean;
  /**
   * @description The values of `sensitive` attributes are left out of events and audit records.
   * @enum {string}
   */
  sensitivity?: 'none' | 'personal' | 'sensitive';
  /** @description Value to set when a resource is created without one. */
  defaultValue?: unknown;
  label?: string | null;
  labels?: {
    [key: string]: string | null;
  };
  description?: string | null;
  descriptions?: {
    [key: string]: string | null;
  };
  /** @description Form section in which the attribute is shown. */
  group?: string | null;
  /** @description Position in the form. */
  order?: number;
  /** @description Must be unique. Defaults to an attribute of the platform’s SCIM extension. */
  scimPath?: string | null;
};
export type PatchSocialConnectorRequest = {
  clientId?: string;
  clientSecret?: string | null;
  /** @description If false, the connector can be neither offered nor used. Linked accounts are kept. */
  enabled?: boolean;
  displayName?: string | null;
  iconUrl?: string | null;
  scopes?: string[] | null;
  attributeMapping?: {
    [key: string]: string | null;
  } | null;
  profileSync?: ('on_create' | 'every_login' | 'never') | null;
  linking?: ('ask' | 'verified_email' | 'never') | null;
  signUp?: ('allow' | 'deny') | null;
  allowedEmailDomains?: string[] | null;
  trustUpstreamAssurance?: boolean | null;
  extraParameters?: {
    [key: string]: string | null;
  } | null;
  apple?: {
    teamId?: string;
    keyId?: string;
    /** @description A P-256 private key in PEM. Write-only. */
    privateKey?: string;
  } | null;
  microsoft?: {
    tenant?: string;
  } | null;
  oidc?: {
    issuer?: string | null;
    authorizationEndpoint?: string | null;
    tokenEndpoint?: string | null;
    jwksUri?: string | null;
    userinfoEndpoint?: string | null;
    /** @enum {string} */
    tokenEndpointAuth?: 'client_secret_basic' | 'client_secret_post' | 'none';
    pkce?: boolean;
  } | null;
};
export type Permission = {
  id: string;
  name: string;
  displayName: string | null;
  description: string | null;
  clientId: string | null;
  apiResourceId: string | null;
  system: boolean;
  /** @description Number of roles that contain the permission. */
  usedByRoles: number;
  /** Format: date-time */
  createdAt: string;
};
export type PermissionList = {
  data: Permission[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type PimRules = {
  maxDurationSeconds: number;
  defaultDurationSeconds: number;
  requireApproval: boolean;
  requiredApprovals: number;
  approvers: {
    /** @enum {string} */
    type: 'user' | 'group' | 'role';
    id: string;
  }[];
  approvalTimeoutSeconds: number;
  requireJustification: boolean;
  requireTicket: boolean;
  ticketPattern: string | null;
  requireAcr: string | null;
  requireAuthWithinSeconds: number | null;
};
export type PolicyConditions = {
  /** @description Default: user. */
  principalTypes?: ('user' | 'client')[];
  subjects?: {
    include?: {
      all?: boolean;
      userIds?: string[];
      groupIds?: string[];
      roles?: string[];
      organizationIds?: string[];
    };
    exclude?: {
      userIds?: string[];
      groupIds?: string[];
      roles?: string[];
      organizationIds?: string[];
    };
  };
  grantTypes?: (
    | 'authorization_code'
    | 'refresh_token'
    | 'device_code'
    | 'client_credentials'
    | 'token_exchange'
    | 'ciba'
  )[];
  /** @description Matches if any of these scopes is requested. */
  scopes?: string[];
  /** @description Matches if the token is for one of these APIs: identifiers of APIs of the tenant, or `product-api` for the management API. A sign-in can be for several. */
  resources?: string[];
  /** @description Matches if the request has authorization details (RFC 9396) of one of these types. */
  detailTypes?: string[];
  networks?: {
    include?: {
      cidrs?: string[];
      countries?: string[];
    };
    exclude?: {
      cidrs?: string[];
      countries?: string[];
    };
  };
  device?: {
    platforms?: ('ios' | 'android' | 'windows' | 'macos' | 'linux' | 'other')[];
    managed?: boolean;
    compliant?: boolean;
    known?: boolean;
  };
  risk?: {
    signIn?: ('low' | 'medium' | 'high')[];
    user?: ('low' | 'medium' | 'high')[];
  };
  time?: {
    /** @description A name from the IANA time zone database, such as Europe/Zurich. */
    timezone: string;
    windows: {
      days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
      from: string;
      /** @description Must differ from `from`. If it is earlier than `from`, the range ends on the next day. */
      to: string;
    }[];
  };
  /**
   * @description How to treat a condition whose signal is missing. Defaults to `match`.
   * @enum {string}
   */
  whenUnknown?: 'match' | 'no_match';
};
export type PolicyConditionsInput = {
  /** @description Default: user. */
  principalTypes?: ('user' | 'client')[];
  subjects?: {
    include?: {
      all?: boolean;
      userIds?: string[];
      groupIds?: string[];
      roles?: string[];
      organizationIds?: string[];
    };
    exclude?: {
      userIds?: string[];
      groupIds?: string[];
      roles?: string[];
      organizationIds?: string[];
    };
  };
  grantTypes?: (
    | 'authorization_code'
    | 'refresh_token'
    | 'device_code'
    | 'client_credentials'
    | 'token_exchange'
    | 'ciba'
  )[];
  /** @description Matches if any of these scopes is requested. */
  scopes?: string[];
  /** @description Matches if the token is for one of these APIs: identifiers of APIs of the tenant, or `product-api` for the management API. A sign-in can be for several. */
  resources?: string[];
  /** @description Matches if the request has authorization details (RFC 9396) of one of these types. */
  detailTypes?: string[];
  networks?: {
    include?: {
      cidrs?: string[];
      countries?: string[];
    };
    exclude?: {
      cidrs?: string[];
      countries?: string[];
    };
  };
  device?: {
    platforms?: ('ios' | 'android' | 'windows' | 'macos' | 'linux' | 'other')[];
    managed?: boolean;
    compliant?: boolean;
    known?: boolean;
  };
  risk?: {
    signIn?: ('low' | 'medium' | 'high')[];
    user?: ('low' | 'medium' | 'high')[];
  };
  time?: {
    /** @description A name from the IANA time zone database, such as Europe/Zurich. */
    timezone: string;
    windows: {
      days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
      from: string;
      /** @description Must differ from `from`. If it is earlier than `from`, the range ends on the next day. */
      to: string;
    }[];
  };
  /**
   * @description How to treat a condition whose signal is missing. Defaults to `match`.
   * @enum {string}
   */
  whenUnknown?: 'match' | 'no_match';
};
export type PolicyControls = {
  /**
   * @description Cannot be combined with other controls.
   * @constant
   */
  block?: true;
  /**
   * @description Whether all grant controls must be satisfied or any one of them. Defaults to `all`.
   * @enum {string}
   */
  operator?: 'all' | 'any';
  assurance?: {
    /** @enum {string} */
    acr?: 'aal1' | 'aal2' | 'aal3' | 'phr' | 'phrh';
    methods?: string[];
    maxAgeSeconds?: number;
  };
  consent?: {
    docTypes: string[];
  };
  device?: {
    /** @constant */
    managed?: true;
    /** @constant */
    compliant?: true;
    /** @constant */
    known?: true;
  };
  /** @constant */
  passwordChange?: true;
  session?: {
    maxAccessTokenSeconds?: number;
    maxSessionSeconds?: number;
    /** @enum {string} */
    refreshToken?: 'allow' | 'deny';
    /** @enum {string} */
    senderConstrained?: 'none' | 'dpop' | 'mtls';
  };
  denyMessage?: {
    [key: string]: string;
  };
} & (unknown | (unknown | unknown | unknown | unknown | unknown));
export type PolicyControlsInput = {
  /**
   * @description Cannot be combined with other controls.
   * @constant
   */
  block?: true;
  /**
   * @description Whether all grant controls must be satisfied or any one of them. Defaults to `all`.
   * @enum {string}
   */
  operator?: 'all' | 'any';
  assurance?: {
    /** @enum {string} */
    acr?: 'aal1' | 'aal2' | 'aal3' | 'phr' | 'phrh';
    methods?: string[];
    maxAgeSeconds?: number;
  };
  consent?: {
    docTypes: string[];
  };
  device?: {
    /** @constant */
    managed?: true;
    /** @constant */
    compliant?: true;
    /** @constant */
    known?: true;
  };
  /** @constant */
  passwordChange?: true;
  session?: {
    maxAccessTokenSeconds?: number;
    maxSessionSeconds?: number;
    /** @enum {string} */
    refreshToken?: 'allow' | 'deny';
    /** @enum {string} */
    senderConstrained?: 'none' | 'dpop' | 'mtls';
  };
  denyMessage?: {
    [key: string]: string;
  };
} & (unknown | (unknown | unknown | unknown | unknown | unknown));
export type ProfileField = {
  /** @description JSON Pointer to the property in the profile. */
  pointer: string;
  /** @description JSON Schema 2020-12 of the value. */
  schema: {
    [key: string]: unknown;
  };
  required: boolean;
  readOnly: boolean;
  /** @description Why the user cannot change the value. */
  readOnlyReason: ('managed_by_directory' | 'set_once' | 'not_editable') | null;
  /** @description Null for properties that every user has: the application names them. */
  label: string | null;
  description: string | null;
  group: string | null;
  order: number;
};
export type ProtectedResourceMetadata = {
  resource: string;
  authorization_servers: string[];
  scopes_supported: string[];
  bearer_methods_supported: string[];
  resource_name: string;
} & {
  [key: string]: unknown;
};
export type PutApiClientRequest = {
  /**
   * @description The scopes that the application may have. If null, all scopes of the API.
   * @default null
   */
  scopes?: string[] | null;
  /**
   * @description Whether the application gets tokens of users, tokens of its own (client credentials), or both. If null, what its type allows. Public applications cannot use `client`.
   * @default null
   */
  modes?: ('user' | 'client')[] | null;
  /**
   * @description Types of authorization details that the application may request (RFC 9396).
   * @default []
   */
  detailTypes?: string[];
};
export type PutApiDetailTypeRequest = {
  /** @description JSON Schema 2020-12 for the members other than `type`, with at most 8192 bytes and 5 nested schemas. Supported keywords: type, enum, const, format, minLength, maxLength, minItems, maxItems, minProperties, maxProperties, minimum, maximum, exclusiveMinimum, exclusiveMaximum, required, items, additionalProperties, properties. */
  schema: {
    [key: string]: unknown;
  };
  /** @description The sentence that users read on the consent page, by locale. `{/amount/value}` is replaced with the value at that JSON Pointer. */
  display: {
    [key: string]: string;
  };
  /**
   * @description How many elements of the type a request can have.
   * @default 10
   */
  maxInstances?: number;
  /**
   * @description The assurance and age of sign-ins with which details of the type are granted. Otherwise the user has to sign in again.
   * @default null
   */
  requires?: {
    /** @enum {string} */
    acr?: 'aal1' | 'aal2' | 'aal3' | 'phr' | 'phrh';
    maxAgeSeconds?: number;
  } | null;
};
export type PutApiScopeRequest = {
  /** @description What users read on the consent page, by locale. */
  displayName: {
    [key: string]: string;
  };
  /** @default {} */
  description?: {
    [key: string]: string;
  };
  /**
   * @description A custom permission. If the API has `userAccess: permission`, users get the scope only if a role grants it.
   * @default null
   */
  permission?: string | null;
  /**
   * @description The assurance and age of sign-ins with which the scope is granted. Otherwise the user has to sign in again.
   * @default null
   */
  requires?: {
    /** @enum {string} */
    acr?: 'aal1' | 'aal2' | 'aal3' | 'phr' | 'phrh';
    maxAgeSeconds?: number;
  } | null;
  /**
   * @description If true, consent is not remembered: users are asked each time.
   * @default false
   */
  sensitive?: boolean;
};
export type PutAttributeSchemaSettingsRequest = {
  /**
   * @description How properties of `metadata` without a definition are handled.
   * @enum {string}
   */
  unmanagedAttributes: 'allow' | 'reject';
};
export type PutBrandingRequest = {
  /**
   * @description Shown on pages and as the sender of e-mails. If null, the tenant's name is used.
   * @default null
   */
  displayName?: string | null;
  /**
   * @description An https URL, or the path of an uploaded picture.
   * @default null
   */
  logoUrl?: string | null;
  /**
   * @description An https URL, or the path of an uploaded picture.
   * @default null
   */
  logoDarkUrl?: string | null;
  /**
   * @description An https URL, or the path of an uploaded picture.
   * @default null
   */
  iconUrl?: string | null;
  /**
   * @description An https URL, or the path of an uploaded picture.
   * @default null
   */
  backgroundImageUrl?: string | null;
  /**
   * @default auto
   * @enum {string}
   */
  themeMode?: 'light' | 'dark' | 'auto';
  /** @default {} */
  colors?: {
    primary?: string;
    onPrimary?: string;
    background?: string;
    surface?: string;
    text?: string;
    mutedText?: string;
    link?: string;
    error?: string;
    border?: string;
  };
  /** @default {} */
  colorsDark?: {
    primary?: string;
    onPrimary?: string;
    background?: string;
    surface?: string;
    text?: string;
    mutedText?: string;
    link?: string;
    error?: string;
    border?: string;
  };
  /**
   * @description `enforce` rejects colors without enough contrast; `warn` accepts most of them.
   * @default enforce
   * @enum {string}
   */
  contrastPolicy?: 'enforce' | 'warn';
  /**
   * @default system
   * @enum {string}
   */
  fontFamily?: 'system' | 'inter' | 'roboto' | 'open_sans' | 'lato' | 'noto_sans' | 'source_sans_3';
  /**
   * @default rounded
   * @enum {string}
   */
  cornerStyle?: 'square' | 'rounded' | 'pill';
  /**
   * @default centered
   * @enum {string}
   */
  layout?: 'centered' | 'split_left' | 'split_right';
  /**
   * @description CSS rules that apply below `.tenant-theme`.
   * @default null
   */
  customCss?: string | null;
  /** @default {} */
  links?: {
    /** Format: uri */
    privacyPolicyUrl?: string;
    /** Format: uri */
    termsUrl?: string;
    /** Format: uri */
    helpUrl?: string;
    /**
     * Format: email
     * @description Receives test e-mails that applications request.
     */
    supportEmail?: string;
  };
  /**
   * @description A BCP 47 language tag, such as de-CH.
   * @default en
   */
  defaultLocale?: string;
  /**
   * @default [
   *       "en"
   *     ]
   */
  supportedLocales?: string[];
  /**
   * @description Custom page texts, by locale and key. Plain text.
   * @default {}
   */
  texts?: {
    [key: string]: {
      [key: string]: string;
    };
  };
  /**
   * @description Branding for specific applications, organizations or combinations of both. The most specific override applies.
   * @default []
   */
  overrides?: {
    clientId?: string;
    organizationId?: string;
    displayName?: string;
    /** Format: uri-reference */
    logoUrl?: string;
    /** Format: uri-reference */
    logoDarkUrl?: string;
    /** @description In the dark scheme, the nearest color with sufficient contrast is used. */
    primaryColor?: string;
  }[];
  /** @default true */
  showPoweredBy?: boolean;
};
export type PutComplianceProfileRequest = {
  /** @default null */
  controllerName?: string | null;
  /** @default null */
  controllerAddress?: string | null;
  /** @default null */
  contactEmail?: string | null;
  /** @default null */
  phone?: string | null;
  /** @default null */
  url?: string | null;
  /**
   * @description Contact details of the data protection officer.
   * @default null
   */
  dpoContact?: string | null;
  /** @default null */
  supervisoryAuthority?: string | null;
  /**
   * @description Page where data subjects can read about and exercise their rights.
   * @default null
   */
  rightsUrl?: string | null;
  /** @default null */
  jurisdiction?: string | null;
  /** @default null */
  defaultLocale?: string | null;
};
export type PutConsentPurposeRequest = {
  name: string;
  /** @default null */
  description?: string | null;
  /**
   * @default consent
   * @enum {string}
   */
  legalBasis?:
    | 'consent'
    | 'explicit_consent'
    | 'contract'
    | 'legal_obligation'
    | 'vital_interests'
    | 'public_task'
    | 'legitimate_interests';
  /**
   * @description A purpose term from the Data Privacy Vocabulary (DPV).
   * @default null
   */
  purposeType?: string | null;
  /** @default [] */
  personalDataCategories?: {
    type: string;
    /** @default false */
    optional?: boolean;
    /**
     * @description Whether the purpose involves special categories of personal data (GDPR Art. 9).
     * @default false
     */
    special?: boolean;
  }[];
  /** @default [] */
  processingMethods?: string[];
  /** @default [] */
  storageLocations?: string[];
  /** @default [] */
  processingLocations?: string[];
  /**
   * @description An ISO 8601 duration, or a description in words.
   * @default null
   */
  retention?: string | null;
  /** @default [] */
  recipients?: {
    name: string;
    /** @enum {string} */
    role: 'processor' | 'recipient' | 'third_party';
    /** @default null */
    country?: string | null;
  }[];
  /** @default [] */
  services?: string[];
  /** @default null */
  withdrawalMethod?: string | null;
  /** @default null */
  jurisdiction?: string | null;
  /**
   * @description How long a consent is valid. If null, it is valid until it is withdrawn.
   * @default null
   */
  validitySeconds?: number | null;
  /** @default {} */
  translations?: {
    [key: string]: {
      name: string;
      description?: string;
    };
  };
  /**
   * @description Data subjects who agreed to an earlier version must agree again.
   * @default false
   */
  requiresReconsent?: boolean;
  /**
   * Format: date-time
   * @description When the new version takes effect; consents to earlier versions no longer pass checks from then on. Defaults to now.
   */
  effectiveAt?: string;
};
export type PutEmailTemplateRequest = {
  subject: string;
  /** @description At most 100 KiB, because some mail clients truncate longer messages. */
  html: string;
  /**
   * @description If null, the text is generated from `html`.
   * @default null
   */
  text?: string | null;
  /**
   * @description If null, the `displayName` of the branding is used.
   * @default null
   */
  fromName?: string | null;
  /** @default null */
  replyTo?: string | null;
  /**
   * @description Only notices can be disabled.
   * @default true
   */
  enabled?: boolean;
  /**
   * @description Lifetime of the link, for types that contain one. If null, the default of the type is used.
   * @default null
   */
  linkLifetimeSeconds?: number | null;
};
export type PutMemberRequest = {
  roles?: string[];
};
/** @description `credential` is write-only. If omitted, the stored credential is kept, provided that the kind and the hosts stay the same. */
export type PutMigrationSourceRequest =
  | {
      /** @constant */
      kind: 'http';
      connection: {
        /**
         * Format: uri
         * @description Called with GET and the query parameters `cursor` and `limit`. Returns `{ users, nextCursor, total? }`.
         */
        listUrl?: string;
        /**
         * Format: uri
         * @description Called with POST and `{ identifier, password }`. Returns 200 with the user, or 401.
         */
        verifyUrl?: string;
      };
      credential?:
        | {
            /** @constant */
            type: 'bearer';
            token: string;
          }
        | {
            /** @constant */
            type: 'hmac_secret';
            secret: string;
          };
      /**
       * @description If empty, the default mapping of the kind is used.
       * @default []
       */
      mapping?: MigrationMappingInput[];
      /** @default {} */
      options?: {
        /**
         * @description `eager`: import jobs migrate the users. `lazy`: each user is migrated at their first sign-in.
         * @default eager
         * @enum {string}
         */
        mode?: 'eager' | 'lazy' | 'both';
        /**
         * @description The property that identifies existing users.
         * @default external_id
         * @enum {string}
         */
        matchBy?: 'external_id' | 'email';
        /**
         * @description How to handle records of users that already exist.
         * @default skip
         * @enum {string}
         */
        onExisting?: 'skip' | 'update' | 'fail';
        /** @description Every imported user becomes a member of this organization. */
        organizationId?: string;
        roles?: string[];
        /**
         * @description Whether e-mail addresses and phone numbers that the source reports as verified are treated as verified.
         * @default false
         */
        trustEmailVerified?: boolean;
        /**
         * @default import
         * @enum {string}
         */
        passwords?: 'import' | 'ignore';
        /**
         * @description Whether to accept md5, sha1 and salted SHA hashes. They are replaced when their users sign in.
         * @default false
         */
        allowWeakHashes?: boolean;
        /**
         * @description Issuers of federated identities by the source's name for the provider, as users' identities show them: `https://idp.example.com#dir_…` for a directory of the tenant. The social connectors need none.
         * @default {}
         */
        identityIssuers?: {
          [key: string]: string;
        };
        /** @description Number of records per transaction. The default is set by the operator. */
        batchSize?: number;
      };
    }
  | {
      /** @constant */
      kind: 'ldap';
      connection: {
        /** @description Servers, tried in the given order. */
        urls: string[];
        /**
         * @description Required with `ldap:` URLs.
         * @default false
         */
        startTls?: boolean;
        baseDn: string;
        /** @default (objectClass=person) */
        userFilter?: string;
        /**
         * @description Attributes that users sign in with. Used for lazy migration.
         * @default [
         *       "mail",
         *       "uid"
         *     ]
         */
        loginAttributes?: string[];
        /** @default entryUUID */
        idAttribute?: string;
        /** @default 500 */
        pageSize?: number;
      };
      credential?: {
        /** @constant */
        type: 'ldap_bind';
        bindDn: string;
        password: string;
        caCertificatesPem?: string;
      };
      /**
       * @description If empty, the default mapping of the kind is used.
       * @default []
       */
      mapping?: MigrationMappingInput[];
      /** @default {} */
      options?: {
        /**
         * @description `eager`: import jobs migrate the users. `lazy`: each user is migrated at their first sign-in.
         * @default eager
         * @enum {string}
         */
        mode?: 'eager' | 'lazy' | 'both';
        /**
         * @description The property that identifies existing users.
         * @default external_id
         * @enum {string}
         */
        matchBy?: 'external_id' | 'email';
        /**
         * @description How to handle records of users that already exist.
         * @default skip
         * @enum {string}
         */
        onExisting?: 'skip' | 'update' | 'fail';
        /** @description Every imported user becomes a member of this organization. */
        organizationId?: string;
        roles?: string[];
        /**
         * @description Whether e-mail addresses and phone numbers that the source reports as verified are treated as verified.
         * @default false
         */
        trustEmailVerified?: boolean;
        /**
         * @default import
         * @enum {string}
         */
        passwords?: 'import' | 'ignore';
        /**
         * @description Whether to accept md5, sha1 and salted SHA hashes. They are replaced when their users sign in.
         * @default false
         */
        allowWeakHashes?: boolean;
        /**
         * @description Issuers of federated identities by the source's name for the provider, as users' identities show them: `https://idp.example.com#dir_…` for a directory of the tenant. The social connectors need none.
         * @default {}
         */
        identityIssuers?: {
          [key: string]: string;
        };
        /** @description Number of records per transaction. The default is set by the operator. */
        batchSize?: number;
      };
    }
  | {
      /** @constant */
      kind: 'auth0';
      connection: {
        /** @description File with the NDJSON export of users. */
        users:
          | {
              uploadId: string;
            }
          | {
              /** Format: uri */
              url: string;
            };
        /** @description File with the NDJSON export of password hashes. */
        passwords?:
          | {
              uploadId: string;
            }
          | {
              /** Format: uri */
              url: string;
            };
      };
      credential?: {
        /** @constant */
        type: 'bearer';
        token: string;
      };
      /**
       * @description If empty, the default mapping of the kind is used.
       * @default []
       */
      mapping?: MigrationMappingInput[];
      /** @default {} */
      options?: {
        /**
         * @description `eager`: import jobs migrate the users. `lazy`: each user is migrated at their first sign-in.
         * @default eager
         * @enum {string}
         */
        mode?: 'eager' | 'lazy' | 'both';
        /**
         * @description The property that identifies existing users.
         * @default external_id
         * @enum {string}
         */
        matchBy?: 'external_id' | 'email';
        /**
         * @description How to handle records of users that already exist.
         * @default skip
         * @enum {string}
         */
        onExisting?: 'skip' | 'update' | 'fail';
        /** @description Every imported user becomes a member of this organization. */
        organizationId?: string;
        roles?: string[];
        /**
         * @description Whether e-mail addresses and phone numbers that the source reports as verified are treated as verified.
         * @default false
         */
        trustEmailVerified?: boolean;
        /**
         * @default import
         * @enum {string}
         */
        passwords?: 'import' | 'ignore';
        /**
         * @description Whether to accept md5, sha1 and salted SHA hashes. They are replaced when their users sign in.
         * @default false
         */
        allowWeakHashes?: boolean;
        /**
         * @description Issuers of federated identities by the source's name for the provider, as users' identities show them: `https://idp.example.com#dir_…` for a directory of the tenant. The social connectors need none.
         * @default {}
         */
        identityIssuers?: {
          [key: string]: string;
        };
        /** @description Number of records per transaction. The default is set by the operator. */
        batchSize?: number;
      };
    }
  | {
      /** @constant */
      kind: 'keycloak';
      connection: {
        /** @description Files with the export of the realm and its users. */
        files: (
          | {
              uploadId: string;
            }
          | {
              /** Format: uri */
              url: string;
            }
        )[];
      };
      credential?: {
        /** @constant */
        type: 'bearer';
        token: string;
      };
      /**
       * @description If empty, the default mapping of the kind is used.
       * @default []
       */
      mapping?: MigrationMappingInput[];
      /** @default {} */
      options?: {
        /**
         * @description `eager`: import jobs migrate the users. `lazy`: each user is migrated at their first sign-in.
         * @default eager
         * @enum {string}
         */
        mode?: 'eager' | 'lazy' | 'both';
        /**
         * @description The property that identifies existing users.
         * @default external_id
         * @enum {string}
         */
        matchBy?: 'external_id' | 'email';
        /**
         * @description How to handle records of users that already exist.
         * @default skip
         * @enum {string}
         */
        onExisting?: 'skip' | 'update' | 'fail';
        /** @description Every imported user becomes a member of this organization. */
        organizationId?: string;
        roles?: string[];
        /**
         * @description Whether e-mail addresses and phone numbers that the source reports as verified are treated as verified.
         * @default false
         */
        trustEmailVerified?: boolean;
        /**
         * @default import
         * @enum {string}
         */
        passwords?: 'import' | 'ignore';
        /**
         * @description Whether to accept md5, sha1 and salted SHA hashes. They are replaced when their users sign in.
         * @default false
         */
        allowWeakHashes?: boolean;
        /**
         * @description Issuers of federated identities by the source's name for the provider, as users' identities show them: `https://idp.example.com#dir_…` for a directory of the tenant. The social connectors need none.
         * @default {}
         */
        identityIssuers?: {
          [key: string]: string;
        };
        /** @description Number of records per transaction. The default is set by the operator. */
        batchSize?: number;
      };
    }
  | {
      /** @constant */
      kind: 'ndjson';
      connection: {
        file:
          | {
              uploadId: string;
            }
          | {
              /** Format: uri */
              url: string;
            };
      };
      credential?: {
        /** @constant */
        type: 'bearer';
        token: string;
      };
      /**
       * @description If empty, the default mapping of the kind is used.
       * @default []
       */
      mapping?: MigrationMappingInput[];
      /** @default {} */
      options?: {
        /**
         * @description `eager`: import jobs migrate the users. `lazy`: each user is migrated at their first sign-in.
         * @default eager
         * @enum {string}
         */
        mode?: 'eager' | 'lazy' | 'both';
        /**
         * @description The property that identifies existing users.
         * @default external_id
         * @enum {string}
         */
        matchBy?: 'external_id' | 'email';
        /**
         * @description How to handle records of users that already exist.
         * @default skip
         * @enum {string}
         */
        onExisting?: 'skip' | 'update' | 'fail';
        /** @description Every imported user becomes a member of this organization. */
        organizationId?: string;
        roles?: string[];
        /**
         * @description Whether e-mail addresses and phone numbers that the source reports as verified are treated as verified.
         * @default false
         */
        trustEmailVerified?: boolean;
        /**
         * @default import
         * @enum {string}
         */
        passwords?: 'import' | 'ignore';
        /**
         * @description Whether to accept md5, sha1 and salted SHA hashes. They are replaced when their users sign in.
         * @default false
         */
        allowWeakHashes?: boolean;
        /**
         * @description Issuers of federated identities by the source's name for the provider, as users' identities show them: `https://idp.example.com#dir_…` for a directory of the tenant. The social connectors need none.
         * @default {}
         */
        identityIssuers?: {
          [key: string]: string;
        };
        /** @description Number of records per transaction. The default is set by the operator. */
        batchSize?: number;
      };
    };
export type PutPreferencesRequest = {
  /** @description At most 16384 bytes as JSON. */
  values: {
    [key: string]: unknown;
  };
};
export type RaiseHoldRequest = {
  /** @enum {string} */
  reasonCode:
    | 'legal_claim'
    | 'legal_obligation'
    | 'fraud_investigation'
    | 'open_transaction'
    | 'public_interest'
    | 'freedom_of_expression'
    | 'other';
  reason: string;
  /** @description Identifier of the matter in your own system. */
  externalReference?: string;
  /**
   * Format: date-time
   * @description When the hold expires automatically.
   */
  expiresAt?: string;
};
export type ReadSetupMetadataRequest =
  | {
      /** @constant */
      protocol: 'oidc';
      /** Format: uri */
      issuer: string;
    }
  | {
      /** @constant */
      protocol: 'saml';
      /** Format: uri */
      metadataUrl?: string;
      metadataXml?: string;
      entityId?: string;
    };
export type RecoverWebhookEndpointRequest = {
  /**
   * Format: date-time
   * @description Includes events ingested at or after this time.
   */
  since: string;
  /**
   * Format: date-time
   * @description Includes events ingested before this time. Defaults to now.
   */
  until?: string;
  /**
   * @description `failed` redelivers dead-lettered deliveries. `missing` creates deliveries for stored events that match but have no delivery.
   * @default failed
   * @enum {string}
   */
  mode?: 'failed' | 'missing';
  eventTypes?: string[];
};
export type RecoveryCodes = {
  recoveryCodes: string[];
};
export type RegisterLoginDomainRequest = {
  /** @description A host name, in Unicode or as A-labels. */
  domain: string;
  /**
   * @description Whether links in e-mails use this domain. The first active domain becomes primary automatically.
   * @default false
   */
  primary?: boolean;
  /** @description WebAuthn RP ID: the domain itself or one of its parents, up to the registrable domain. Cannot be changed after registration. */
  passkeyRpId?: string;
};
export type RegisterSsfReceiverRequest = {
  name: string;
  description?: string | null;
  /** @description The application whose tokens manage and poll this stream. Required for poll. */
  clientId?: string | null;
  /** @description The `aud` claim of every token. Defaults to the client id or, without one, to the origin of the URL. */
  audience?: string[];
  delivery:
    | {
        /** @constant */
        method: 'urn:ietf:rfc:8935';
        /** @description An https URL that receives security event tokens (RFC 8935). */
        endpointUrl: string;
        /** @description Sent in the `Authorization` header of every push. Write-only. */
        authorizationHeader?: string;
      }
    | {
        /** @constant */
        method: 'urn:ietf:rfc:8936';
      };
  /** @description Event type URIs. Unknown URIs are stored but ignored. Defaults to all supported types. */
  eventsRequested?: string[];
  /**
   * @description How tokens identify the subject (RFC 9493).
   * @default iss_sub
   * @enum {string}
   */
  subjectFormat?: 'iss_sub' | 'email' | 'complex';
  /** @description Sends only events about members of these organizations. If null, sends events about all users. */
  organizationIds?: string[] | null;
  /** @default true */
  enabled?: boolean;
};
export type RegisterVetoClientRequest = {
  name: string;
  /**
   * Format: uri
   * @description Receives a POST request before a data subject is erased.
   */
  url: string;
  /**
   * @description How a missing or invalid response is treated.
   * @default hold
   * @enum {string}
   */
  onTimeout?: 'hold' | 'allow';
};
export type RegisteredVetoClient = {
  id: string;
  name: string;
  url: string;
  /** @enum {string} */
  onTimeout: 'hold' | 'allow';
  secretLast4: string;
  /** Format: date-time */
  createdAt: string;
  /** @description Secret that signs the requests (Standard Webhooks). Returned only once. */
  secret: string;
};
export type RelationTuple = {
  /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
  subject: string;
  relation: string;
  /** @description An object in the form `type:id`, at most 256 characters. */
  object: string;
  condition?: {
    name: string;
    context: {
      [key: string]: unknown;
    };
  };
  /** Format: date-time */
  expiresAt?: string;
  /** Format: date-time */
  createdAt: string;
};
export type RelationTupleInput = {
  /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
  subject: string;
  relation: string;
  /** @description An object in the form `type:id`, at most 256 characters. */
  object: string;
  condition?: {
    /** @description The name of a condition in the model, or `$expression` for an inline condition, which the context defines as `expression` with typed `parameters`. */
    name: string;
    context?: {
      [key: string]: unknown;
    };
  };
  /**
   * Format: date-time
   * @description When the tuple expires. An expired tuple has no effect and is deleted in the background.
   */
  expiresAt?: string;
};
export type RelationTupleInputOutput = {
  /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
  subject: string;
  relation: string;
  /** @description An object in the form `type:id`, at most 256 characters. */
  object: string;
  condition?: {
    /** @description The name of a condition in the model, or `$expression` for an inline condition, which the context defines as `expression` with typed `parameters`. */
    name: string;
    context?: {
      [key: string]: unknown;
    };
  };
  /**
   * Format: date-time
   * @description When the tuple expires. An expired tuple has no effect and is deleted in the background.
   */
  expiresAt?: string;
};
export type RelationTupleKey = {
  /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
  subject: string;
  relation: string;
  /** @description An object in the form `type:id`, at most 256 characters. */
  object: string;
};
export type RelationTupleList = {
  data: RelationTuple[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ReplaySiemSinkRequest = {
  /**
   * Format: date-time
   * @description Events ingested at or after this time are sent again.
   */
  since: string;
};
export type RequiredPasswordReset = {
  id: string;
  /** @constant */
  required: true;
};
export type Role = {
  id: string;
  key: string;
  displayName: string | null;
  description: string | null;
  permissions: string[];
  system: boolean;
  assignmentCount: number;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type RoleAssignment = {
  id: string;
  principal: {
    /** @enum {string} */
    type: 'user' | 'client';
    id: string;
  };
  role: string;
  expiresAt: string | null;
  createdBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  /** Format: date-time */
  createdAt: string;
};
export type RoleAssignmentList = {
  data: RoleAssignment[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type RoleList = {
  data: Role[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type RotateApiSigningKeyRequest = {
  /** @enum {string} */
  alg: 'ES256' | 'RS256' | 'PS256' | 'EdDSA';
  /**
   * @description Whether the current key is removed immediately because it leaked: tokens that it signed become invalid for backends that read the key set again.
   * @default false
   */
  immediate?: boolean;
};
export type RotateWebhookSecretRequest = {
  /**
   * @description How long deliveries are also signed with the old secret.
   * @default 86400
   */
  overlapSeconds?: number;
  secret?: string;
};
export type ScimBearer = {
  id: string;
  name: string;
  /** @description The first characters of the token. */
  prefix: string;
  last4: string;
  /**
   * @description `retiring`: the bearer was rotated and stays valid until `expiresAt`.
   * @enum {string}
   */
  state: 'active' | 'retiring' | 'expired' | 'revoked';
  readOnly: boolean;
  /** Format: date-time */
  expiresAt: string;
  /** @description Accurate to the minute. */
  lastUsedAt: string | null;
  lastUsedIp: string | null;
  replacedBy: string | null;
  revokedAt: string | null;
  createdBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  /** Format: date-time */
  createdAt: string;
};
export type ScimBearerList = {
  data: ScimBearer[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type ScimBearerWithToken = {
  id: string;
  name: string;
  /** @description The first characters of the token. */
  prefix: string;
  last4: string;
  /**
   * @description `retiring`: the bearer was rotated and stays valid until `expiresAt`.
   * @enum {string}
   */
  state: 'active' | 'retiring' | 'expired' | 'revoked';
  readOnly: boolean;
  /** Format: date-time */
  expiresAt: string;
  /** @description Accurate to the minute. */
  lastUsedAt: string | null;
  lastUsedIp: string | null;
  replacedBy: string | null;
  revokedAt: string | null;
  createdBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  /** Format: date-time */
  createdAt: string;
  /** @description Returned only once. */
  token: string;
};
export type ScimRequest = {
  /** Format: date-time */
  at: string;
  method: string;
  /** @description The path below the directory, such as `/Users`, without its query. */
  path: string;
  status: number;
  /** @description Why the request failed. Null if it succeeded. */
  reason: {
    code: string;
    scimType: string | null;
    fields: {
      pointer: string;
      code: string;
    }[];
  } | null;
  durationMs: number;
  bearerId: string;
  requestId: string;
};
export type ScimRequestList = {
  data: ScimRequest[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type SearchHit = {
  /** @enum {string} */
  type:
    | 'user'
    | 'organization'
    | 'application'
    | 'directory'
    | 'role'
    | 'api_resource'
    | 'webhook_endpoint'
    | 'hook'
    | 'siem_sink'
    | 'login_domain'
    | 'social_connector'
    | 'ssf_receiver'
    | 'consent_purpose'
    | 'erasure_request'
    | 'access_request';
  id: string;
  name: string;
  /** @description Tells resources of the same name apart. */
  detail: string | null;
  organizationId: string | null;
};
export type SearchResults = {
  data: SearchHit[];
  /** @description Whether each part has answered. What an unavailable part knows is missing. */
  parts: {
    part: OverviewPart;
    available: boolean;
  }[];
};
export type SetConnectorCredentialRequest =
  | {
      /** @constant */
      type: 'ldap_bind';
      bindDn: string;
      /** @description Write-only. */
      password: string;
      /** @description Certificate authorities to trust for the server. */
      caCertificatesPem?: string;
    }
  | {
      /** @constant */
      type: 'google_service_account';
      /** @description The JSON key file, as downloaded from Google. Write-only. */
      serviceAccountKey: {
        /** @constant */
        type: 'service_account';
        /** Format: email */
        client_email: string;
        private_key: string;
        private_key_id?: string;
      } & {
        [key: string]: unknown;
      };
      /**
       * Format: email
       * @description The administrator to impersonate.
       */
      adminEmail: string;
    }
  | {
      /** @constant */
      type: 'client_secret';
      clientId: string;
      /** @description Write-only. */
      clientSecret: string;
    }
  | {
      /** @constant */
      type: 'client_certificate';
      clientId: string;
      certificatePem: string;
      /** @description Unencrypted private key. Write-only. */
      privateKeyPem: string;
    }
  | {
      /** @constant */
      type: 'private_key_jwt';
      clientId: string;
      /** @description Unencrypted private key. Write-only. */
      privateKeyPem: string;
      kid: string;
    }
  | {
      /** @constant */
      type: 'saml_keys';
      /** @description Unencrypted private key. Write-only. */
      signingKeyPem: string;
      signingCertificatePem: string;
      /** @description Unencrypted private key. Write-only. */
      decryptionKeyPem?: string;
    };
export type SetPasswordRequest = {
  newPassword: string;
};
export type Setup = {
  linkId: string;
  organization: {
    id: string;
    name: string;
  };
  /** @description The address that new links are sent to. */
  recipient: string;
  /** @description What the link is for. The state is that of the organization. */
  tasks: {
    /** @enum {string} */
    intent: 'sso' | 'directory' | 'domains' | 'logs';
    /**
     * @description `done`: a connection is active, a directory has connected, a domain is verified, or a log stream exists.
     * @enum {string}
     */
    state: 'open' | 'started' | 'done';
  }[];
  /** @description The values to copy before a connection is created; they are those of the next one. Null if the link is not for `sso`. */
  newConnection: {
    connectionId: string;
    /** @description SAML: entity ID of the platform, which is also the audience. */
    entityId: string;
    /** @description SAML: Assertion Consumer Service URL. */
    acsUrl: string;
    /** @description SAML: URL of the metadata of the platform. */
    metadataUrl: string;
    /** @description OpenID Connect: redirect URI. */
    redirectUri: string;
  } | null;
  /** @description The values of existing connections. */
  connections: {
    connectionId: string;
    /** @description SAML: entity ID of the platform, which is also the audience. */
    entityId: string;
    /** @description SAML: Assertion Consumer Service URL. */
    acsUrl: string;
    /** @description SAML: URL of the metadata of the platform. */
    metadataUrl: string;
    /** @description OpenID Connect: redirect URI. */
    redirectUri: string;
  }[];
  completedAt: string | null;
  /**
   * Format: date-time
   * @description Until when the recipient can have a new link sent.
   */
  endsAt: string;
};
export type SetupColleagueLink = {
  id: string;
  recipient: string;
  intents: ('sso' | 'directory' | 'domains' | 'logs')[];
  /** Format: date-time */
  expiresAt: string;
};
export type SetupCredential = {
  /** @constant */
  hasCredential: true;
  /** @enum {string} */
  type:
    | 'ldap_bind'
    | 'google_service_account'
    | 'client_secret'
    | 'client_certificate'
    | 'private_key_jwt'
    | 'saml_keys';
  clientId?: string;
  bindDn?: string;
  clientEmail?: string;
  secretLast4: string;
  /** @description When the certificate expires. */
  notAfter: string | null;
  /** Format: date-time */
  setAt: string;
};
export type SetupDirectory = {
  id: string;
  organizationId: string | null;
  name: string;
  /** @enum {string} */
  kind: 'scim' | 'ldap' | 'workspace' | 'cloud_directory' | 'oidc' | 'saml';
  /**
   * @description Vendor of the directory product.
   * @enum {string}
   */
  provider:
    'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
  config: {
    [key: string]: unknown;
  };
  attributeMapping: {
    source: string;
    target: string;
    transform?: string;
  }[];
  /**
   * @description What happens to the membership or the user when a user is removed from the directory.
   * @enum {string}
   */
  deprovisioning: 'suspend_membership' | 'remove_membership' | 'delete_user';
  /**
   * @description What happens to the directory's users when the directory is deleted.
   * @enum {string}
   */
  onDelete: 'keep_users' | 'deactivate_users';
  /** @description Applies to the kinds that the platform reads: `ldap`, `workspace` and `cloud_directory`. */
  sync: {
    enabled: boolean;
    intervalSeconds: number;
    groups: boolean;
    deactivateMissing: boolean;
  } | null;
  /**
   * @description `pending`: no connection has been made yet.
   * @enum {string}
   */
  state: 'pending' | 'active' | 'invalid_credentials' | 'unreachable' | 'suspended';
  stateReason: string | null;
  /** @description The settings to enter in a SCIM client. */
  scimBaseUrl: string | null;
  hasCredential: boolean;
  credential: {
    /** @constant */
    hasCredential: true;
    /** @enum {string} */
    type:
      | 'ldap_bind'
      | 'google_service_account'
      | 'client_secret'
      | 'client_certificate'
      | 'private_key_jwt'
      | 'saml_keys';
    clientId?: string;
    bindDn?: string;
    clientEmail?: string;
    secretLast4: string;
    /** @description When the certificate expires. */
    notAfter: string | null;
    /** Format: date-time */
    setAt: string;
  } | null;
  counts: {
    users: number;
    groups: number;
  };
  lastSync: SyncRun | null;
  lastProbe: DiagnosticReport | null;
  /** @description When a SCIM client last sent a request, to the minute. */
  lastInboundAt: string | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type SetupDirectoryList = {
  data: SetupDirectory[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type SetupLink = {
  id: string;
  organizationId: string;
  intents: ('sso' | 'directory' | 'domains' | 'logs')[];
  recipient: string;
  /**
   * @description `pending`: not opened yet. `expired`: it can no longer be opened, but its recipient can have a new one sent until 30 days after it was created.
   * @enum {string}
   */
  state: 'pending' | 'opened' | 'completed' | 'expired' | 'revoked';
  /** @description The link whose contact sent this one to a colleague; null for any other. */
  parentId: string | null;
  /**
   * @description Delivery of the latest e-mail with the link. `none`: no e-mail was requested.
   * @enum {string}
   */
  delivery: 'none' | 'queued' | 'sent' | 'failed';
  /** @description What was done with the link, latest first. At most 50 entries. */
  actions: {
    /** @description Type of the event, such as `organization.domain_verified`. */
    type: string;
    resource: {
      type: string;
      id: string;
    };
    /**
     * Format: date-time
     * @description When it was last done.
     */
    at: string;
  }[];
  createdBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  /** Format: date-time */
  expiresAt: string;
  openedAt: string | null;
  completedAt: string | null;
  revokedAt: string | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type SetupLinkList = {
  data: SetupLink[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type SetupLinkWithUrl = {
  id: string;
  organizationId: string;
  intents: ('sso' | 'directory' | 'domains' | 'logs')[];
  recipient: string;
  /**
   * @description `pending`: not opened yet. `expired`: it can no longer be opened, but its recipient can have a new one sent until 30 days after it was created.
   * @enum {string}
   */
  state: 'pending' | 'opened' | 'completed' | 'expired' | 'revoked';
  /** @description The link whose contact sent this one to a colleague; null for any other. */
  parentId: string | null;
  /**
   * @description Delivery of the latest e-mail with the link. `none`: no e-mail was requested.
   * @enum {string}
   */
  delivery: 'none' | 'queued' | 'sent' | 'failed';
  /** @description What was done with the link, latest first. At most 50 entries. */
  actions: {
    /** @description Type of the event, such as `organization.domain_verified`. */
    type: string;
    resource: {
      type: string;
      id: string;
    };
    /**
     * Format: date-time
     * @description When it was last done.
     */
    at: string;
  }[];
  createdBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  /** Format: date-time */
  expiresAt: string;
  openedAt: string | null;
  completedAt: string | null;
  revokedAt: string | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
  /** @description The link. It can be opened once. Returned only once. */
  url: string;
};
export type SetupLogStream = {
  id: string;
  /** @description The organization whose contact set up the sink; null for a sink of the tenant. */
  organizationId: string | null;
  name: string;
  /** @enum {string} */
  kind: 'splunk_hec' | 'datadog' | 'elastic' | 'sentinel' | 'http' | 'syslog_tls' | 's3';
  /** @description The configuration for the sink's kind. Headers are listed only by name, in `headerNames`. */
  config: {
    [key: string]: unknown;
  };
  hasCredentials: boolean;
  credentialsLast4: string | null;
  /** @enum {string} */
  format: 'platform_json' | 'ocsf' | 'ecs' | 'cef';
  filter: {
    /**
     * @default [
     *       "audit",
     *       "lifecycle"
     *     ]
     */
    channels: ('audit' | 'lifecycle')[];
    /**
     * @default [
     *       "*"
     *     ]
     */
    eventTypes: string[];
    /**
     * @description Streams only events of these organizations. If null, events of all organizations.
     * @default null
     */
    organizationIds: string[] | null;
    /**
     * @description Filters audit records by outcome. Other events have no outcome and are always included.
     * @default null
     */
    outcomes: ('success' | 'failure' | 'denied')[] | null;
    /**
     * @default low
     * @enum {string}
     */
    minSeverity: 'low' | 'medium' | 'high';
  };
  redaction: {
    /** @enum {string} */
    mode: 'none' | 'mask' | 'hash';
    /**
     * @description Names of properties to remove, at any depth. The event's own `id`, `type`, `occurredAt` and `schemaVersion` are always kept.
     * @default []
     */
    fields: string[];
  };
  batch: {
    maxEvents: number;
    maxBytes: number;
    maxSeconds: number;
  };
  tls: {
    caPem: string | null;
    clientCertPem: string | null;
    hasClientKey: boolean;
  } | null;
  /** @enum {string} */
  status: 'active' | 'paused' | 'suspended';
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type SetupLogStreamList = {
  data: SetupLogStream[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type SetupScimBearer = {
  id: string;
  name: string;
  /** @description The first characters of the token. */
  prefix: string;
  last4: string;
  /**
   * @description `retiring`: the bearer was rotated and stays valid until `expiresAt`.
   * @enum {string}
   */
  state: 'active' | 'retiring' | 'expired' | 'revoked';
  readOnly: boolean;
  /** Format: date-time */
  expiresAt: string;
  /** @description Accurate to the minute. */
  lastUsedAt: string | null;
  lastUsedIp: string | null;
  replacedBy: string | null;
  revokedAt: string | null;
  /** Format: date-time */
  createdAt: string;
};
export type SetupScimBearerList = {
  data: SetupScimBearer[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type SetupScimBearerWithToken = {
  id: string;
  name: string;
  /** @description The first characters of the token. */
  prefix: string;
  last4: string;
  /**
   * @description `retiring`: the bearer was rotated and stays valid until `expiresAt`.
   * @enum {string}
   */
  state: 'active' | 'retiring' | 'expired' | 'revoked';
  readOnly: boolean;
  /** Format: date-time */
  expiresAt: string;
  /** @description Accurate to the minute. */
  lastUsedAt: string | null;
  lastUsedIp: string | null;
  replacedBy: string | null;
  revokedAt: string | null;
  /** Format: date-time */
  createdAt: string;
  /** @description Returned only once. */
  token: string;
};
export type SiemSink = {
  id: string;
  /** @description The organization whose contact set up the sink; null for a sink of the tenant. */
  organizationId: string | null;
  name: string;
  /** @enum {string} */
  kind: 'splunk_hec' | 'datadog' | 'elastic' | 'sentinel' | 'http' | 'syslog_tls' | 's3';
  /** @description The configuration for the sink's kind. Headers are listed only by name, in `headerNames`. */
  config: {
    [key: string]: unknown;
  };
  hasCredentials: boolean;
  credentialsLast4: string | null;
  /** @enum {string} */
  format: 'platform_json' | 'ocsf' | 'ecs' | 'cef';
  filter: {
    /**
     * @default [
     *       "audit",
     *       "lifecycle"
     *     ]
     */
    channels: ('audit' | 'lifecycle')[];
    /**
     * @default [
     *       "*"
     *     ]
     */
    eventTypes: string[];
    /**
     * @description Streams only events of these organizations. If null, events of all organizations.
     * @default null
     */
    organizationIds: string[] | null;
    /**
     * @description Filters audit records by outcome. Other events have no outcome and are always included.
     * @default null
     */
    outcomes: ('success' | 'failure' | 'denied')[] | null;
    /**
     * @default low
     * @enum {string}
     */
    minSeverity: 'low' | 'medium' | 'high';
  };
  redaction: {
    /** @enum {string} */
    mode: 'none' | 'mask' | 'hash';
    /**
     * @description Names of properties to remove, at any depth. The event's own `id`, `type`, `occurredAt` and `schemaVersion` are always kept.
     * @default []
     */
    fields: string[];
  };
  batch: {
    maxEvents: number;
    maxBytes: number;
    maxSeconds: number;
  };
  tls: {
    caPem: string | null;
    clientCertPem: string | null;
    hasClientKey: boolean;
  } | null;
  /** @enum {string} */
  status: 'active' | 'paused' | 'suspended';
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type SiemSinkHealth = {
  /**
   * @description `idle`: nothing has been sent yet. `degraded`: the last attempt failed, or events have been waiting for more than 5 minutes. `failing`: events are waiting and no attempt has succeeded for 15 minutes.
   * @enum {string}
   */
  state: 'idle' | 'healthy' | 'degraded' | 'failing' | 'paused' | 'suspended';
  lastSuccessAt: string | null;
  lastAttemptAt: string | null;
  lastError: {
    /** @enum {string} */
    code:
      | 'dns_failed'
      | 'address_blocked'
      | 'connect_failed'
      | 'connect_timeout'
      | 'tls_failed'
      | 'timeout'
      | 'connection_reset'
      | 'malformed_response'
      | 'redirect_not_followed'
      | 'http_status'
      | 'secret_unavailable'
      | 'rejected'
      | 'unauthorized';
    status: number | null;
    /** @description The destination's response, without credentials. */
    detail: string | null;
    /** Format: date-time */
    at: string;
  } | null;
  consecutiveFailures: number;
  nextAttemptAt: string | null;
  /** @description Number of events that have not been read yet, before filtering. */
  backlog: number;
  /** @description Age of the oldest event that has not been read. 0 if all events have been read. */
  lagSeconds: number;
  deliveredTotal: number;
  droppedTotal: number;
  cursors: {
    audit: number;
    lifecycle: number;
  };
};
export type SignInMethod = {
  /** @description Id of the authenticator or linked identity, or `password` or `recovery_codes`. */
  id: string;
  /** @enum {string} */
  type: 'password' | 'passkey' | 'security_key' | 'totp' | 'recovery_codes' | 'social';
  label: string | null;
  /** @description The social connector. */
  provider: string | null;
  /** @description The address at the provider. */
  email: string | null;
  createdAt: string | null;
  lastUsedAt: string | null;
  /** @description Number of unused recovery codes. */
  remaining: number | null;
  /** @description Whether the active login flow accepts it as the first factor. */
  signsIn: boolean;
  /** @description False if the user could not sign in without it. */
  removable: boolean;
};
export type SignInMethodList = {
  data: SignInMethod[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type SimulateAccessPolicyRequest = {
  principal?: {
    /** @enum {string} */
    type: 'user' | 'client';
    id: string;
  };
  organizationId?: string | null;
  groupIds?: string[];
  roles?: string[];
  /** @enum {string} */
  grantType?:
    | 'authorization_code'
    | 'refresh_token'
    | 'device_code'
    | 'client_credentials'
    | 'token_exchange'
    | 'ciba';
  scopes?: string[];
  resources?: string[];
  detailTypes?: string[];
  ip?: string;
  country?: string;
  device?: {
    /** @enum {string} */
    platform?: 'ios' | 'android' | 'windows' | 'macos' | 'linux' | 'other';
    managed?: boolean;
    compliant?: boolean;
    known?: boolean;
  };
  risk?: {
    /** @enum {string} */
    signIn?: 'low' | 'medium' | 'high';
    /** @enum {string} */
    user?: 'low' | 'medium' | 'high';
  };
  authentication?: {
    acr?: string;
    amr?: string[];
    /** Format: date-time */
    authTime?: string;
  };
  /**
   * Format: date-time
   * @description Default: now.
   */
  at?: string;
  /** @description An unsaved policy to evaluate together with the others, according to its mode. */
  candidate?: CreatePolicyRequestInput;
  /** @enum {string} */
  phase?: 'authorize' | 'token' | 'refresh' | 'device' | 'client_credentials';
};
export type SimulateApiResourceRequest = {
  clientId: string;
  /** @description Omit it for a token of the application itself. */
  userId?: string;
  organizationId?: string;
  /** @description If empty, the default scopes of the API. */
  scopes: string[];
};
export type SimulateLoginFlowRequest = {
  /**
   * @description Defaults to the draft if there is one, and to the active flow otherwise.
   * @enum {string}
   */
  source?: 'draft' | 'active' | 'version' | 'inline';
  /** @description Required if `source` is `version`. */
  version?: number;
  /** @description Required if `source` is `inline`. */
  definition?: LoginFlowDefinitionInput;
  /** @description Applies the binding of the client. */
  clientId?: string;
  entrypoint?: string;
  /** @default {} */
  context?: {
    organization?: {
      id?: string;
    };
    user?: {
      exists?: boolean;
      emailVerified?: boolean;
      hasPassword?: boolean;
      enrolledMethods?: (
        | 'password'
        | 'totp'
        | 'recovery_code'
        | 'email_code'
        | 'magic_link'
        | 'sms_code'
        | 'passkey'
        | 'security_key'
        | 'social'
        | 'federation'
      )[];
      groups?: string[];
      roles?: string[];
      createdDaysAgo?: number;
      locale?: string;
      metadata?: {
        [key: string]: string | number | boolean;
      };
    };
    identifier?: {
      domain?: string;
    };
    network?: {
      ip?: string;
      country?: string;
      asn?: number;
    };
    device?: {
      known?: boolean;
      trusted?: boolean;
    };
    risk?: {
      /** @enum {string} */
      level?: 'low' | 'medium' | 'high';
    };
    request?: {
      /** @enum {string} */
      requestedAal?: 'aal1' | 'aal2' | 'aal3';
      acrValues?: string[];
      acrEssential?: boolean;
      prompt?: string[];
      maxAge?: number;
      scopes?: string[];
      uiLocales?: string[];
    };
    session?: {
      /** @enum {string} */
      aal?: 'aal1' | 'aal2' | 'aal3';
      methods?: (
        | 'password'
        | 'totp'
        | 'recovery_code'
        | 'email_code'
        | 'magic_link'
        | 'sms_code'
        | 'passkey'
        | 'security_key'
        | 'social'
        | 'federation'
      )[];
      ageSeconds?: number;
    };
    time?: {
      hourUtc?: number;
      /** @description 1: Monday. */
      weekdayUtc?: number;
    };
  };
  /** @default [] */
  answers?: {
    step: string;
    outcome: string;
    /** @enum {string} */
    method?:
      | 'password'
      | 'totp'
      | 'recovery_code'
      | 'email_code'
      | 'magic_link'
      | 'sms_code'
      | 'passkey'
      | 'security_key'
      | 'social'
      | 'federation';
    connector?: string;
    /** @description For a passkey. Defaults to true. */
    userVerified?: boolean;
    /** @description For a passkey or security key. Defaults to true for a security key. */
    hardwareProtected?: boolean;
  }[];
};
export type SocialConnector = {
  id: string;
  provider: string;
  clientId: string;
  /** @description If false, the connector can be neither offered nor used. Linked accounts are kept. */
  enabled: boolean;
  displayName: string;
  iconUrl: string | null;
  scopes: string[];
  attributeMapping: {
    [key: string]: string;
  };
  /** @enum {string} */
  profileSync: 'on_create' | 'every_login' | 'never';
  /**
   * @description Whether an existing account with the same address is linked after the user signs in to it, automatically if both sides have verified the address, or never.
   * @enum {string}
   */
  linking: 'ask' | 'verified_email' | 'never';
  /** @enum {string} */
  signUp: 'allow' | 'deny';
  allowedEmailDomains: string[];
  trustUpstreamAssurance: boolean;
  extraParameters: {
    [key: string]: string;
  };
  apple?: {
    teamId: string;
    keyId: string;
  };
  microsoft?: {
    tenant: string;
  };
  oidc?: {
    issuer?: string;
    authorizationEndpoint?: string;
    tokenEndpoint?: string;
    jwksUri?: string;
    userinfoEndpoint?: string;
    /** @enum {string} */
    tokenEndpointAuth: 'client_secret_basic' | 'client_secret_post' | 'none';
    pkce: boolean;
  };
  hasClientSecret: boolean;
  /** @description Absent for secrets shorter than 12 characters. */
  clientSecretLast4?: string;
  hasPrivateKey: boolean;
  /** @description Redirect URIs to register with the provider. */
  callbackUrls: string[];
  /**
   * @description The condition under which an address from this provider is considered verified.
   * @enum {string}
   */
  emailVerifiedSource: 'claim' | 'primary_email' | 'tenant_claim' | 'never';
  /** @enum {string} */
  health: 'ok' | 'unverified' | 'failing';
  lastUsedAt: string | null;
  secretUpdatedAt: string | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type SocialConnectorList = {
  data: SocialConnector[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type SsfDelivery = {
  /** @description The `jti` of the token. */
  id: string;
  /** @description Event type URI. */
  type: string;
  /** @description The platform event that caused the token; the token's `txn` claim. */
  eventId: string | null;
  /** @enum {string} */
  state: 'pending' | 'held' | 'delivered' | 'rejected' | 'expired' | 'discarded';
  attempts: number;
  lastAttemptAt: string | null;
  responseStatus: number | null;
  error: string | null;
  /** Format: date-time */
  createdAt: string;
};
export type SsfReceiver = {
  /** @description The `stream_id` of SSF. */
  id: string;
  name: string;
  description: string | null;
  clientId: string | null;
  iss: string;
  audience: string[];
  delivery: {
    /** @enum {string} */
    method: 'urn:ietf:rfc:8935' | 'urn:ietf:rfc:8936';
    endpointUrl: string;
    hasAuthorizationHeader: boolean;
  };
  eventsSupported: string[];
  eventsRequested: string[] | null;
  eventsDelivered: string[];
  /** @enum {string} */
  subjectFormat: 'iss_sub' | 'email' | 'complex';
  organizationIds: string[] | null;
  /** @enum {string} */
  status: 'enabled' | 'paused' | 'disabled';
  statusReason: string | null;
  /** @enum {string} */
  statusChangedBy: 'administrator' | 'receiver' | 'platform';
  verification: {
    /** @enum {string} */
    state: 'unverified' | 'verified' | 'failed';
    requestedAt: string | null;
    verifiedAt: string | null;
    lastError: string | null;
  };
  minVerificationIntervalSeconds: number;
  inactivityTimeoutSeconds: number;
  pendingCount: number;
  oldestPendingAt: string | null;
  lastDeliveredAt: string | null;
  consecutiveFailures: number;
  lastError: string | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type StoredUpload = {
  id: string;
  sizeBytes: number;
  sha256: string;
};
export type SyncRun = {
  id: string;
  directoryId: string;
  /** @enum {string} */
  trigger: 'schedule' | 'manual';
  /** @description Whether the run read all users and groups, so that deleted ones were detected. */
  full: boolean;
  dryRun: boolean;
  /**
   * @description `HALTED`: too many users, groups or memberships would have been removed, and nothing was changed; `errors` has the numbers. Check the source, then start a sync with `force=true`.
   * @enum {string}
   */
  state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'HALTED' | 'FAILED';
  counts: {
    seen: number;
    created: number;
    updated: number;
    deactivated: number;
    unchanged: number;
    failed: number;
    groups: number;
  };
  /** @description At most 100 entries. */
  errors: {
    code: string;
    detail: string;
    externalId: string | null;
  }[];
  /** @description For a dry run, at most 20 of its changes. */
  changes: {
    /** @enum {string} */
    action: 'create' | 'update' | 'deactivate';
    userName: string;
    externalId: string | null;
  }[];
  requestedBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  /** Format: date-time */
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
};
export type SyncRunList = {
  data: SyncRun[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type TenantHealth = {
  /** @description The most severe first, then the oldest. */
  items: HealthItem[];
  /** @description The first steps of a tenant that your scopes let you see. */
  firstSteps: {
    key: string;
    done: boolean;
  }[];
  /** @description Whether each part has answered. What an unavailable part knows is missing. */
  parts: {
    part: OverviewPart;
    available: boolean;
  }[];
};
export type TenantIpRuleResponse = {
  id: string;
  /** @enum {string} */
  action: 'allow' | 'deny';
  /** @description Canonical (RFC 5952). */
  cidr: string;
  /** @enum {string} */
  family: 'ipv4' | 'ipv6';
  description: string | null;
  expiresAt: string | null;
  createdBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  /** Format: date-time */
  createdAt: string;
};
export type TenantSettings = {
  id: string;
  slug: string;
  name: string;
  /** @enum {string} */
  mode: 'live' | 'test';
  /** @enum {string} */
  state: 'active' | 'suspended' | 'deleting' | 'deleted';
  isDefault: boolean;
  /** @description Of a test tenant: the tenant that it belongs to. */
  parentTenantId: string | null;
  region: string | null;
  /** @description Where the operator reaches the administrators. */
  contactEmail: string | null;
  /** @description Rate limits that the operator has set for this tenant. Null: the configured ones. */
  limits: {
    tenantRequestsPerMinute?: number;
    clientRequestsPerMinute?: number;
    oauthTenantRequestsPerMinute?: number;
    oauthClientRequestsPerMinute?: number;
  } | null;
  endpoints: {
    /** Format: uri */
    issuer: string;
    /**
     * Format: uri
     * @description OpenID Connect Discovery 1.0.
     */
    discovery: string;
    /**
     * Format: uri
     * @description Metadata of the authorization server (RFC 8414).
     */
    metadata: string;
    /**
     * Format: uri
     * @description The keys of ID tokens and access tokens.
     */
    jwks: string;
    /**
     * Format: uri
     * @description The keys of receipts, certificates, checkpoints and manifests of exports.
     */
    documentKeys: string;
    /** Format: uri */
    authorization: string;
    /** Format: uri */
    token: string;
    /** Format: uri */
    userinfo: string;
    /** Format: uri */
    endSession: string;
  };
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type TestSignIn = {
  id: string;
  connectionId: string;
  /**
   * @description `pending`: its URL has not been opened yet.
   * @enum {string}
   */
  state: 'pending' | 'started' | 'succeeded' | 'failed';
  /** @description URL to open in a browser tab, until `expiresAt`. */
  url: string;
  result: {
    issuer: string;
    subject: string;
    /** @description Empty if the provider sent none. */
    email: string;
    emailVerified: boolean;
    /** @description Properties of the user, as the connection maps the claims. */
    attributes: {
      [key: string]: unknown;
    };
    /** @description The claims or attributes as received. */
    claims: {
      [key: string]: unknown;
    };
  } | null;
  failure: {
    /** @enum {string} */
    reason: 'access_denied' | 'response_invalid' | 'connection_unavailable';
    /** @description What is wrong with the response. */
    detail: string | null;
  } | null;
  /** Format: date-time */
  createdAt: string;
  endedAt: string | null;
  /** Format: date-time */
  expiresAt: string;
};
export type ToggleSsfReceiverRequest = {
  /** @description `true` enables the receiver, `false` disables it. */
  enabled?: boolean;
  /** @enum {string} */
  status?: 'enabled' | 'paused' | 'disabled';
  reason?: string;
};
export type TokenClaims = {
  /** @description The client id. */
  id: string;
  enabled: boolean;
  claims: ('roles' | 'permissions' | 'entitlements' | 'elevated_scopes' | 'custom')[];
  tokenTypes: ('access_token' | 'id_token')[];
  /** @enum {string} */
  failureMode: 'omit' | 'deny';
  timeoutMilliseconds: number;
  enrichmentUrl: string;
  /**
   * @description `pending`: the authorization server has not applied the change yet.
   * @enum {string}
   */
  syncState: 'in_sync' | 'pending';
  enabledAt: string | null;
  updatedAt: string | null;
};
export type TokenClaimsDisabled = {
  /** @description The client id. */
  id: string;
  /** @constant */
  deleted: true;
  /** @constant */
  enabled: false;
};
export type TupleChange = {
  revision: number;
  sequence: number;
  /** @enum {string} */
  operation: 'write' | 'delete' | 'expire';
  tuple: {
    /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
    subject: string;
    relation: string;
    /** @description An object in the form `type:id`, at most 256 characters. */
    object: string;
    condition?: {
      name: string;
      context: {
        [key: string]: unknown;
      };
    };
    /** Format: date-time */
    expiresAt?: string;
  };
  /** Format: date-time */
  at: string;
  actor: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
};
export type TupleChangeList = {
  data: TupleChange[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type UnlockedCredentials = {
  id: string;
  unlocked: boolean;
};
export type UpdateApiResourceRequest = {
  /** @description Fixed. */
  identifier?: string;
  name?: string;
  enabled?: boolean;
  description?: string | null;
  logoUri?: string | null;
  documentationUri?: string | null;
  tosUri?: string | null;
  policyUri?: string | null;
  /** @description Format of access tokens. Defaults to `jwt`. An API with `opaque` tokens introspects them. */
  tokenFormat?: ('jwt' | 'opaque') | null;
  /** @description Algorithm of access tokens. Defaults to `ES256`. */
  signingAlg?: ('ES256' | 'RS256' | 'PS256' | 'EdDSA') | null;
  /** @description Maximum lifetime of access tokens. Defaults to 600. Applications can set less. */
  accessTokenTtlSeconds?: number | null;
  /** @description Which applications get tokens: those added to the API, first-party applications as well, or all. With `all`, applications of third parties that were not added get tokens of users only. Defaults to `listed`. */
  clientAccess?: ('listed' | 'first_party' | 'all') | null;
  /** @description With `permission`, users get a scope only if a role grants the permission of the scope. Defaults to `any`. */
  userAccess?: ('any' | 'permission') | null;
  /** @description Scopes for requests that name none of the API. */
  defaultScopes?: string[] | null;
  /** @description Further claims of access tokens. `permissions` contains those of this API. `custom` adds the claims of the application’s claims webhook. */
  claims?: ('roles' | 'permissions' | 'entitlements' | 'custom')[] | null;
  /** @description Whether tokens contain the organization that the user signed in to (`org_id`). With `required`, requests without one return `access_denied`. Defaults to `optional`. */
  organization?: ('optional' | 'none' | 'required') | null;
  /** @description Whether tokens must be bound to a key of the client. Requests for a token that would not be bound return `invalid_grant`. Defaults to `none`. */
  senderConstraint?: ('none' | 'any' | 'dpop' | 'mtls') | null;
  /** @description Whether refresh tokens can be exchanged for tokens of this API. Defaults to true. */
  offlineAccess?: boolean | null;
  /** @description Whether tokens with the scope `openid` can also be used at the UserInfo endpoint. Defaults to false. */
  userinfoAudience?: boolean | null;
  /** @description Applications that can introspect tokens of the API, such as its resource server. */
  introspectionClients?: string[] | null;
  /** @description Whether the metadata of the API (RFC 9728) is public. Defaults to false. */
  publish?: boolean | null;
  metadata?: {
    [key: string]: string | null;
  } | null;
};
export type UpdateApplicationRequest = {
  /** @description Fixed. */
  clientId?: string;
  /**
   * @description Fixed.
   * @enum {string}
   */
  type?: 'web' | 'spa' | 'native' | 'm2m' | 'device';
  name?: string;
  enabled?: boolean;
  description?: string | null;
  logoUri?: string | null;
  tosUri?: string | null;
  policyUri?: string | null;
  /** @description A subset of the values that the application type allows. Defaults to the usual values for the type. */
  grantTypes?:
    | (
        | 'authorization_code'
        | 'refresh_token'
        | 'client_credentials'
        | 'urn:ietf:params:oauth:grant-type:device_code'
        | 'urn:ietf:params:oauth:grant-type:token-exchange'
      )[]
    | null;
  /** @description Compared exactly. Must use https, or http for a loopback host. Native applications can also use a private-use scheme that contains a dot (RFC 8252). */
  redirectUris?: string[] | null;
  /** @description The same rules apply as for `redirectUris`. */
  postLogoutRedirectUris?: string[] | null;
  tokenEndpointAuthMethod?:
    ('client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none') | null;
  jwks?: {
    keys: ({
      /** @enum {string} */
      kty: 'RSA' | 'EC' | 'OKP';
      kid?: string;
    } & {
      [key: string]: unknown;
    })[];
  } | null;
  jwksUri?: string | null;
  /** @description The caller's token must have every `tenant:` scope in the list. Defaults to openid, profile, email and offline_access; for m2m, to none. */
  allowedScopes?: string[] | null;
  accessTokenTtlSeconds?: number | null;
  refreshTokenIdleTtlSeconds?: number | null;
  /** @description Origins from which browsers may call. */
  allowedOrigins?: string[] | null;
  /** @description Whether authorization requests require PKCE (RFC 7636). Only confidential clients can set it to false; they must then send a `nonce`, unless `requireNonce` is false. */
  requirePkce?: boolean | null;
  /** @description Whether authorization requests without PKCE require a `nonce`. Only confidential clients can set it to false. Has no effect if `requirePkce` is true. */
  requireNonce?: boolean | null;
  requirePar?: boolean | null;
  idTokenSignedResponseAlg?: ('RS256' | 'ES256') | null;
  backchannelLogoutUri?: string | null;
  /** @description If false, users are asked for consent. */
  firstParty?: boolean | null;
  metadata?: {
    [key: string]: string | null;
  } | null;
};
export type UpdateAuthenticatorRequest = {
  label: string;
};
export type UpdateDirectoryRequest = {
  name?: string;
  /**
   * @description Vendor of the directory product.
   * @enum {string}
   */
  provider?:
    'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
  /** @description Merged into the current configuration. The result must be valid for the directory's kind. */
  config?: {
    [key: string]: unknown;
  };
  /** @description Overrides the default mapping. If several rules have the same target, the last one applies. */
  attributeMapping?: {
    /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
    source: string;
    target: string;
    /** @enum {string} */
    transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
  }[];
  /**
   * @description What happens to the membership or the user when a user is removed from the directory.
   * @enum {string}
   */
  deprovisioning?: 'suspend_membership' | 'remove_membership' | 'delete_user';
  /**
   * @description What happens to the directory's users when the directory is deleted.
   * @enum {string}
   */
  onDelete?: 'keep_users' | 'deactivate_users';
  sync?: {
    enabled?: boolean;
    intervalSeconds?: number;
    groups?: boolean;
    deactivateMissing?: boolean;
  };
  /** @enum {string} */
  status?: 'active' | 'suspended';
};
export type UpdateDomainRequest = {
  /**
   * @description `auto_join`: users with a verified address at the domain join the organization when they sign in.
   * @enum {string}
   */
  enrollment?: 'none' | 'auto_join';
};
export type UpdateEligibleAssignmentRequest = {
  justification?: string | null;
  /**
   * Format: date-time
   * @description Can be changed until it has passed: otherwise, 422 `immutable`.
   */
  startsAt?: string;
  /** @description Must be in the future. Null: never. */
  expiresAt?: string | null;
  rules?: {
    /** @description Must not exceed `platform.pim.max-activation-duration`. */
    maxDurationSeconds?: number;
    /** @description Must not exceed `maxDurationSeconds`. */
    defaultDurationSeconds?: number;
    requireApproval?: boolean;
    requiredApprovals?: number;
    approvalTimeoutSeconds?: number;
    requireJustification?: boolean;
    requireTicket?: boolean;
    /** @description Replaces the complete list. If empty, anyone with `tenant:pim.approve` can approve. */
    approvers?: {
      /** @enum {string} */
      type: 'user' | 'group' | 'role';
      /** @description For a role, its key. */
      id: string;
    }[];
    /** @description Regular expression in RE2 syntax that must match the whole ticket number. */
    ticketPattern?: string | null;
    requireAcr?: string | null;
    requireAuthWithinSeconds?: number | null;
  };
};
export type UpdateHookRequest = {
  name?: string;
  /**
   * Format: uri
   * @description An https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.
   */
  url?: string;
  /** @description Hooks of a stage are called in this order. Hooks with the same position are called from the oldest to the newest. */
  position?: number;
  /** @description Applications whose requests call the hook. If empty, all applications. */
  clientIds?: string[];
  /**
   * @description Defaults to `closed` for `pre_registration` and `post_login`, and to `open` otherwise. A login flow step has its own `onError`.
   * @enum {string}
   */
  failureMode?: 'open' | 'closed';
  timeoutMilliseconds?: number;
  enabled?: boolean;
  headers?: {
    [key: string]: string | null;
  };
};
export type UpdateMyProfileRequest = {
  /** @description Sign-in name. Must be unique in its normalized form (RFC 8265). */
  username?: string | null;
  name?: {
    formatted?: string | null;
    givenName?: string | null;
    familyName?: string | null;
    middleName?: string | null;
    honorificPrefix?: string | null;
    honorificSuffix?: string | null;
  } | null;
  displayName?: string | null;
  nickname?: string | null;
  title?: string | null;
  pictureUrl?: string | null;
  profileUrl?: string | null;
  locale?: string | null;
  timeZone?: string | null;
  metadata?: {
    [key: string]: unknown;
  } | null;
};
export type UpdateOrganizationRequest = {
  name?: string;
  slug?: string;
  externalId?: string | null;
  logoUrl?: string | null;
  primaryDomain?: string | null;
  metadata?: {
    [key: string]: unknown;
  } | null;
  /** @enum {string} */
  status?: 'active' | 'suspended';
  /** @enum {string} */
  membershipPolicy?: 'invite_only' | 'verified_domain_only';
  defaultRoles?: string[];
};
export type UpdatePolicyRequest = {
  name?: string;
  description?: string | null;
  /** @enum {string} */
  mode?: 'enabled' | 'report_only' | 'disabled';
  priority?: number | null;
  /** @description JSON Merge Patch for PolicyConditions. */
  conditions?: {
    [key: string]: unknown;
  };
  /** @description JSON Merge Patch for PolicyControls. */
  controls?: {
    [key: string]: unknown;
  };
};
export type UpdateRoleRequest = {
  /** @description Cannot be changed: a different value returns 422 `immutable`. */
  key?: string;
  displayName?: string | null;
  description?: string | null;
  /** @description Replaces the complete list. */
  permissions?: string[];
};
export type UpdateSetupConnectionRequest = {
  name?: string;
  /**
   * @description Vendor of the directory product.
   * @enum {string}
   */
  provider?:
    'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
  /** @description Merged into the current configuration. The result must be valid for the directory's kind. */
  config?: {
    [key: string]: unknown;
  };
  /** @description Overrides the default mapping. If several rules have the same target, the last one applies. */
  attributeMapping?: {
    /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
    source: string;
    target: string;
    /** @enum {string} */
    transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
  }[];
};
export type UpdateSetupDirectoryRequest = {
  name?: string;
  /**
   * @description Vendor of the directory product.
   * @enum {string}
   */
  provider?:
    'okta' | 'entra' | 'google' | 'jumpcloud' | 'onelogin' | 'keycloak' | 'ping' | 'generic';
  /** @description Merged into the current configuration. The result must be valid for the directory's kind. */
  config?: {
    [key: string]: unknown;
  };
  /** @description Overrides the default mapping. If several rules have the same target, the last one applies. */
  attributeMapping?: {
    /** @description Path of a SCIM attribute, such as `name.givenName` or `emails[type eq "work"].value`. An attribute of any other schema than User and EnterpriseUser needs an attribute definition with this `scimPath`. */
    source: string;
    target: string;
    /** @enum {string} */
    transform?: 'trim' | 'lower' | 'boolean' | 'date' | 'phone';
  }[];
  sync?: {
    enabled?: boolean;
    intervalSeconds?: number;
    groups?: boolean;
    deactivateMissing?: boolean;
  };
};
export type UpdateSetupLogStreamRequest = UpdateSiemSinkRequest;
export type UpdateSiemSinkRequest = {
  name?: string;
  /** @description Merged into the current configuration. Null removes a property. `headers` are merged one by one. */
  config?: {
    [key: string]: unknown;
  };
  /** @description Replaces the complete filter. */
  credentials?: {
    [key: string]: unknown;
  };
  /** @enum {string} */
  format?: 'platform_json' | 'ocsf' | 'ecs' | 'cef';
  /** @description Merged. */
  filter?: {
    [key: string]: unknown;
  };
  /** @description Merged. */
  redaction?: {
    [key: string]: unknown;
  };
  batch?: {
    maxEvents?: number;
    maxBytes?: number;
    maxSeconds?: number;
  };
  tls?: {
    /** @description Certificate authorities to trust in addition to the public ones. */
    caPem?: string;
    clientCertPem?: string;
    /** @description Write-only. */
    clientKeyPem?: string;
  } | null;
  /** @enum {string} */
  status?: 'active' | 'paused';
};
export type UpdateTenantRequest = {
  name?: string;
  contactEmail?: string | null;
};
export type UpdateUserRequest = {
  externalId?: string | null;
  /** @description Sign-in name. Must be unique in its normalized form (RFC 8265). */
  username?: string | null;
  email?: string | null;
  /** @description Becomes false when the address changes, unless the same request sets it. */
  emailVerified?: boolean;
  additionalEmails?:
    | {
        /**
         * Format: email
         * @description An RFC 5321 address. Stored as entered (in NFC) and compared in normalized form.
         */
        email: string;
        /**
         * @default other
         * @enum {string}
         */
        type?: 'work' | 'home' | 'other';
        /** @default false */
        verified?: boolean;
      }[]
    | null;
  phoneNumber?: string | null;
  phoneVerified?: boolean;
  additionalPhoneNumbers?:
    | {
        /** @description An E.164 number that is valid in its region. */
        phoneNumber: string;
        /**
         * @default other
         * @enum {string}
         */
        type?: 'work' | 'home' | 'mobile' | 'other';
        /** @default false */
        verified?: boolean;
      }[]
    | null;
  name?: {
    formatted?: string | null;
    givenName?: string | null;
    familyName?: string | null;
    middleName?: string | null;
    honorificPrefix?: string | null;
    honorificSuffix?: string | null;
  } | null;
  displayName?: string | null;
  nickname?: string | null;
  title?: string | null;
  pictureUrl?: string | null;
  profileUrl?: string | null;
  locale?: string | null;
  timeZone?: string | null;
  metadata?: {
    [key: string]: unknown;
  } | null;
  /** @enum {string} */
  status?: 'active' | 'suspended' | 'deactivated';
};
export type UpdateWebhookEndpointRequest = {
  /**
   * Format: uri
   * @description URL to which events are delivered: an https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.
   */
  url?: string;
  /** @description Event types, `family.*`, or `*`. Wildcards also match types that are added later. */
  eventTypes?: string[];
  description?: string | null;
  /** @description Delivers only events of these organizations. If null, delivers all events, including those without an organization. */
  organizationIds?: string[] | null;
  /**
   * @description `thin` sends only ids, with an empty `data` object.
   * @enum {string}
   */
  payload?: 'full' | 'thin';
  /**
   * @description `strict` sends one delivery at a time, in sequence order. A failing delivery holds back all later ones.
   * @enum {string}
   */
  ordering?: 'best_effort' | 'strict';
  /** @description Maximum number of attempts per second. Deliveries above the limit are delayed. */
  rateLimitPerSecond?: number | null;
  /** @description Maximum duration of an attempt, from the DNS lookup to the end of the response. */
  timeoutSeconds?: number;
  /**
   * @description Whether the target must consent before any event is sent (CloudEvents HTTP webhook §4).
   * @enum {string}
   */
  handshake?: 'none' | 'cloudevents';
  /** @enum {string} */
  status?: 'enabled' | 'disabled';
  /** @description Cannot be changed: a different value returns 422 `immutable`. */
  purposes?: ('events' | 'claims')[];
  headers?: {
    [key: string]: string | null;
  };
};
export type UploadBrandingPictureRequest = {
  /**
   * Format: base64
   * @description The file in base64: PNG, JPEG or WebP, at most 512 KiB and 4096 pixels.
   */
  content: string;
};
export type User = {
  id: string;
  externalId: string | null;
  username: string | null;
  email: string | null;
  emailVerified: boolean;
  additionalEmails: {
    email: string;
    /** @enum {string} */
    type: 'work' | 'home' | 'other';
    verified: boolean;
  }[];
  phoneNumber: string | null;
  phoneVerified: boolean;
  additionalPhoneNumbers: {
    phoneNumber: string;
    /** @enum {string} */
    type: 'work' | 'home' | 'mobile' | 'other';
    verified: boolean;
  }[];
  name: {
    formatted: string | null;
    givenName: string | null;
    familyName: string | null;
    middleName: string | null;
    honorificPrefix: string | null;
    honorificSuffix: string | null;
  } | null;
  displayName: string | null;
  nickname: string | null;
  title: string | null;
  pictureUrl: string | null;
  profileUrl: string | null;
  locale: string | null;
  timeZone: string | null;
  metadata: {
    [key: string]: unknown;
  };
  /** @enum {string} */
  status: 'active' | 'suspended' | 'deactivated';
  statusReason: ('admin' | 'directory' | 'erasure' | 'import') | null;
  /** Format: date-time */
  statusChangedAt: string;
  managedBy: {
    directoryId: string;
    attributes: string[];
  } | null;
  incompleteAttributes: string[];
  identities: {
    issuer: string;
    subject: string;
    directoryId: string | null;
    /** Format: date-time */
    linkedAt: string;
  }[];
  lastLoginAt: string | null;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type UserAccess = {
  userId: string;
  /** @description False for a suspended or deactivated user, who has no access. */
  active: boolean;
  roles: UserRole[];
  scopes: UserScope[];
};
export type UserBulkFailure = {
  userId: string;
  /** @description The code of the problem. */
  code: string;
  /** @description The finer code, from `errors[]` of the problem. */
  reason: string | null;
  detail: string;
};
export type UserBulkFailureList = {
  data: UserBulkFailure[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type UserBulkJob = {
  id: string;
  /** @enum {string} */
  state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  /** @enum {string} */
  action:
    | 'suspend'
    | 'reactivate'
    | 'deactivate'
    | 'delete'
    | 'add_to_organization'
    | 'remove_from_organization';
  organizationId: string | null;
  roles: string[] | null;
  /** @description Null if the users were selected by id. */
  filter: {
    /** Format: email */
    email?: string;
    organizationId?: string;
    /** @enum {string} */
    status?: 'active' | 'suspended' | 'deactivated';
    q?: string;
  } | null;
  progress: {
    /** @description Number of users that were selected when the job was created. */
    total: number;
    done: number;
    changed: number;
    /** @description Number of users that already were as requested. */
    unchanged: number;
    failed: number;
  };
  /** @description The first 20 failures. Empty in lists. */
  failureSample: UserBulkFailure[];
  requestedBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  error: {
    code: string;
    detail: string;
  } | null;
  /** Format: date-time */
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** Format: date-time */
  updatedAt: string;
};
export type UserDevice = {
  browser: string | null;
  os: string | null;
  kind: ('desktop' | 'mobile' | 'tablet') | null;
};
export type UserExport = {
  id: string;
  /** @enum {string} */
  state: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'EXPIRED';
  /** @enum {string} */
  format: 'ndjson' | 'csv';
  /** @enum {string} */
  compression: 'gzip' | 'none';
  filter: {
    /** Format: email */
    email?: string;
    organizationId?: string;
    /** @enum {string} */
    status?: 'active' | 'suspended' | 'deactivated';
    q?: string;
  } | null;
  progress: {
    records: number;
    /** @description Number of users that matched when the export was created. Null if there were too many to count. */
    total: number | null;
  };
  parts: {
    /** @description The part number to use in the download URL. */
    part: number;
    name: string;
    records: number;
    bytes: number;
    sha256: string;
  }[];
  expiresAt: string | null;
  error: {
    code: string;
    detail: string;
  } | null;
  requestedBy: {
    /** @enum {string} */
    type: 'user' | 'client' | 'service' | 'system' | 'setup';
    id: string;
  };
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type UserList = {
  data: User[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type UserOrganization = {
  membershipId: string;
  organizationId: string;
  organizationName: string;
  organizationSlug: string;
  /** @enum {string} */
  state: 'active' | 'inactive';
  roles: string[];
  roleSources: {
    role: string;
    /** @enum {string} */
    source: 'direct' | 'group';
    directoryId?: string;
    groupId?: string;
    mappingId?: string;
  }[];
  sources: ('direct' | 'invitation' | 'jit' | 'directory' | 'domain' | 'import')[];
  /** Format: date-time */
  joinedAt: string;
};
export type UserOrganizationList = {
  data: UserOrganization[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type UserOrganizationsResponse = {
  userId: string;
  data: UserOrganization[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type UserRole = {
  /** @description The role's key. */
  role: string;
  /**
   * @description `direct`: a role assignment. `group`: a group of a directory. `organization`: a membership. `elevation`: an activation.
   * @enum {string}
   */
  source: 'direct' | 'group' | 'organization' | 'elevation';
  /** @description Where the role applies. Null: everywhere. */
  organizationId: string | null;
  /** @description The `tenant:` scopes that the role grants. */
  scopes: string[];
  assignmentId: string | null;
  directoryId: string | null;
  groupId: string | null;
  mappingId: string | null;
  activationId: string | null;
  expiresAt: string | null;
};
export type UserScope = {
  scope: string;
  sources: {
    /**
     * @description `direct`: a role assignment. `group`: a group of a directory. `organization`: a membership. `elevation`: an activation.
     * @enum {string}
     */
    source: 'direct' | 'group' | 'organization' | 'elevation';
    /** @description Null for an elevation to single scopes. */
    role: string | null;
    organizationId: string | null;
    activationId: string | null;
    expiresAt: string | null;
  }[];
};
export type UserSession = {
  id: string;
  /** @description Whether this is the session of the request. */
  current: boolean;
  acr: string | null;
  amr: string[];
  organizationId: string | null;
  /** @description The applications that the session signed in to. */
  clientIds: string[];
  ip: string | null;
  /** @description ISO 3166-1 alpha-2, according to the IP address. */
  country: string | null;
  userAgent: string | null;
  device: UserDevice;
  /**
   * Format: date-time
   * @description Time of the last sign-in or step-up.
   */
  signedInAt: string;
  /**
   * Format: date-time
   * @description Time of the last known use.
   */
  lastUsedAt: string;
  /**
   * Format: date-time
   * @description When the session ends if it is not used.
   */
  expiresAt: string;
};
export type UserSessionList = {
  data: UserSession[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type UserSummary = {
  total: number;
  active: number;
  suspended: number;
  deactivated: number;
  /** @description False if more than 100000 users match the query parameters: only that many are counted then. */
  isExact: boolean;
  /**
   * Format: date-time
   * @description When the users were counted, at most a minute ago.
   */
  countedAt: string;
};
export type ValidateModelRequest = {
  /** @description The model in the OpenFGA DSL, schema 1.1. */
  dsl?: string;
  /** @description The model in the OpenFGA JSON syntax, schema 1.1: `schema_version`, `type_definitions` and `conditions`. */
  model?: {
    [key: string]: unknown;
  };
  /** @default [] */
  tests?: FgaModelTest[];
  /** @description Defaults to the assertions of the active model. */
  assertions?: FgaAssertion[];
} & (unknown | unknown);
export type VerifyContactRequest = {
  /** @example 493817 */
  code: string;
};
export type VetoClient = {
  id: string;
  name: string;
  url: string;
  /** @enum {string} */
  onTimeout: 'hold' | 'allow';
  secretLast4: string;
  /** Format: date-time */
  createdAt: string;
};
export type VetoClientList = {
  data: VetoClient[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type WebhookAttempt = {
  id: string;
  number: number;
  /** @enum {string} */
  trigger: 'scheduled' | 'manual' | 'test';
  /** @description The URL without its query string. */
  url: string;
  /** Format: date-time */
  startedAt: string;
  durationMs: number;
  /** @enum {string} */
  outcome: 'succeeded' | 'failed' | 'aborted';
  error:
    | (
        | 'dns_failed'
        | 'address_blocked'
        | 'connect_failed'
        | 'connect_timeout'
        | 'tls_failed'
        | 'timeout'
        | 'connection_reset'
        | 'malformed_response'
        | 'redirect_not_followed'
        | 'http_status'
        | 'secret_unavailable'
        | 'process_died'
      )
    | null;
  responseStatus: number | null;
  /** @description Only content-type, retry-after, server and x-request-id. Omitted in lists. */
  responseHeaders?: {
    [key: string]: string;
  };
  /** @description The beginning of the response body. Omitted in lists. */
  responseBody?: string | null;
  responseBodyTruncated: boolean;
  secretIds: string[];
};
export type WebhookBlock = {
  /** @enum {string} */
  reason:
    | 'endpoint_disabled'
    | 'tenant_suspended'
    | 'not_entitled'
    | 'circuit_open'
    | 'retry_after'
    | 'rate_limit'
    | 'strict_order';
  /** @description When the block ends. Null if that is not known. */
  until: string | null;
};
export type WebhookClaimSchema = {
  /** @description The name of the claim. */
  id: string;
  claimName: string;
  schema: {
    [key: string]: unknown;
  };
  source:
    | {
        /** @constant */
        kind: 'webhook';
      }
    | {
        /** @constant */
        kind: 'attribute';
        pointer: string;
      }
    | {
        /** @constant */
        kind: 'endpoint';
        /** @description A webhook endpoint with the purpose `claims`. */
        endpointId: string;
        pointer: string;
        timeoutMilliseconds: number;
        cacheTtlSeconds: number;
        staleIfErrorSeconds: number;
      };
  /** @description Clients whose tokens contain the claim. If empty, all clients. */
  clientIds: string[];
  /** @description The claim is added only if one of these scopes is granted. If empty, it is always added. */
  scopes: string[];
  tokens: ('access_token' | 'id_token' | 'userinfo')[];
  /** @description APIs whose access tokens contain the claim: identifiers of APIs of the tenant, or `product-api` for the management API. If empty, all. ID tokens and UserInfo responses are not affected. */
  resources: string[];
  /** @description If there is no valid value, the enrichment fails and the client's failure mode applies. */
  required: boolean;
  /** @description The value to use if the source does not return a valid one. */
  default?: unknown;
  description: string | null;
  enabled: boolean;
  /** @description Revision of the schema, incremented with each change. */
  revision: number;
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type WebhookClaimSchemaUpsertRequest = {
  /** @description JSON Schema 2020-12 for the value, with at most 8192 bytes and 5 nested schemas. Supported keywords: type, enum, const, format, minLength, maxLength, minItems, maxItems, minProperties, maxProperties, minimum, maximum, exclusiveMinimum, exclusiveMaximum, required, items, additionalProperties, properties. */
  schema: {
    [key: string]: unknown;
  };
  /**
   * @default {
   *       "kind": "webhook"
   *     }
   */
  source?:
    | {
        /** @constant */
        kind: 'webhook';
      }
    | {
        /** @constant */
        kind: 'attribute';
        pointer: string & (unknown & unknown);
      }
    | {
        /** @constant */
        kind: 'endpoint';
        /** @description A webhook endpoint with the purpose `claims`. */
        endpointId: string;
        /** @description JSON Pointer to the value in the response. Defaults to `/claims/{claimName}`. */
        pointer?: string;
        /** @default 1000 */
        timeoutMilliseconds?: number;
        /**
         * @description How long a value can be cached. It is cached only in memory.
         * @default 0
         */
        cacheTtlSeconds?: number;
        /**
         * @description How much longer a cached value can be used if the endpoint does not return a new one.
         * @default 0
         */
        staleIfErrorSeconds?: number;
      };
  /**
   * @description Clients whose tokens contain the claim. If empty, all clients.
   * @default []
   */
  clientIds?: string[];
  /**
   * @description The claim is added only if one of these scopes is granted. If empty, it is always added.
   * @default []
   */
  scopes?: string[];
  /**
   * @default [
   *       "access_token"
   *     ]
   */
  tokens?: ('access_token' | 'id_token' | 'userinfo')[];
  /**
   * @description APIs whose access tokens contain the claim: identifiers of APIs of the tenant, or `product-api` for the management API. If empty, all. ID tokens and UserInfo responses are not affected.
   * @default []
   */
  resources?: string[];
  /**
   * @description If there is no valid value, the enrichment fails and the client's failure mode applies.
   * @default false
   */
  required?: boolean;
  /** @description The value to use if the source does not return a valid one. */
  default?: unknown;
  /** @default null */
  description?: string | null;
  /** @default true */
  enabled?: boolean;
};
export type WebhookDelivery = {
  id: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  /** @description Sequence number of the event in the tenant's event log. Null for a test. */
  sequence: number | null;
  /** @enum {string} */
  trigger: 'event' | 'recovery' | 'test';
  /** @enum {string} */
  status: 'pending' | 'in_flight' | 'succeeded' | 'dead_lettered' | 'held' | 'cancelled';
  reason:
    | ('exhausted' | 'gone' | 'expired' | 'process_died' | 'endpoint_deleted' | 'event_unavailable')
    | null;
  /** Format: date-time */
  createdAt: string;
  /** @description The earliest time of the next attempt. If it is in the past, the attempt is due and queued. Null if no attempt is planned or if it is unknown when a block ends. */
  nextAttemptAt: string | null;
  /** @description Reasons why a pending or held delivery is not sent when it is due. */
  blockedBy: WebhookBlock[];
  /** Format: date-time */
  expiresAt: string;
  completedAt: string | null;
  attemptCount: number;
  lastAttempt: WebhookAttempt | null;
  /** @description At most 20 attempts, newest first. */
  attempts: WebhookAttempt[];
};
export type WebhookDeliveryList = {
  data: WebhookDelivery[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type WebhookEndpoint = {
  id: string;
  url: string;
  eventTypes: string[];
  purposes: ('events' | 'claims')[];
  description: string | null;
  organizationIds: string[] | null;
  headerNames: string[];
  /**
   * @description `thin` sends only ids, with an empty `data` object.
   * @enum {string}
   */
  payload: 'full' | 'thin';
  /**
   * @description `strict` sends one delivery at a time, in sequence order. A failing delivery holds back all later ones.
   * @enum {string}
   */
  ordering: 'best_effort' | 'strict';
  rateLimitPerSecond: number | null;
  timeoutSeconds: number;
  /**
   * @description Whether the target must consent before any event is sent (CloudEvents HTTP webhook §4).
   * @enum {string}
   */
  handshake: 'none' | 'cloudevents';
  /** @enum {string} */
  status: 'enabled' | 'disabled' | 'auto_disabled';
  statusReason: ('admin' | 'failing' | 'gone') | null;
  /** Format: date-time */
  statusChangedAt: string;
  /** @description Active secrets, newest first. */
  secrets: {
    id: string;
    last4: string;
    /** Format: date-time */
    createdAt: string;
    expiresAt: string | null;
  }[];
  health: {
    /** @enum {string} */
    circuit: 'closed' | 'open' | 'half_open';
    consecutiveFailures: number;
    failingSince: string | null;
    lastSuccessAt: string | null;
    lastFailureAt: string | null;
    lastError:
      | (
          | 'dns_failed'
          | 'address_blocked'
          | 'connect_failed'
          | 'connect_timeout'
          | 'tls_failed'
          | 'timeout'
          | 'connection_reset'
          | 'malformed_response'
          | 'redirect_not_followed'
          | 'http_status'
          | 'secret_unavailable'
          | 'process_died'
        )
      | null;
    /** @description Counted up to 10,000. */
    pendingDeliveries: number;
    /** @description Counted up to 10,000. */
    heldDeliveries: number;
  };
  /** @description Reasons why deliveries to the endpoint are currently not sent. */
  blockedBy: WebhookBlock[];
  /** @description Static egress IP addresses of the platform, for the receiver's firewall. */
  sourceAddresses: string[];
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
};
export type WebhookEndpointStatistics = {
  /** Format: date-time */
  from: string;
  /** Format: date-time */
  to: string;
  attempts: number;
  succeeded: number;
  failed: number;
  /** @description Response times of all attempts. Null if there was none. */
  durationMs: {
    p50: number;
    p95: number;
    max: number;
  } | null;
  /** @description Failed attempts by their error, the most frequent first. */
  errors: {
    error: string;
    attempts: number;
  }[];
  /** @description Deliveries that have not ended at the moment, regardless of the hours. */
  waiting: {
    pending: number;
    held: number;
    oldestAt: string | null;
  };
  /** @description Deliveries of these hours that have been given up. */
  deadLettered: number;
  /** @description By the hour, in UTC. Hours without attempts are left out. */
  series: {
    /** Format: date-time */
    from: string;
    attempts: number;
    succeeded: number;
    failed: number;
  }[];
};
export type WebhookEndpointWithSecret = {
  id: string;
  url: string;
  eventTypes: string[];
  purposes: ('events' | 'claims')[];
  description: string | null;
  organizationIds: string[] | null;
  headerNames: string[];
  /**
   * @description `thin` sends only ids, with an empty `data` object.
   * @enum {string}
   */
  payload: 'full' | 'thin';
  /**
   * @description `strict` sends one delivery at a time, in sequence order. A failing delivery holds back all later ones.
   * @enum {string}
   */
  ordering: 'best_effort' | 'strict';
  rateLimitPerSecond: number | null;
  timeoutSeconds: number;
  /**
   * @description Whether the target must consent before any event is sent (CloudEvents HTTP webhook §4).
   * @enum {string}
   */
  handshake: 'none' | 'cloudevents';
  /** @enum {string} */
  status: 'enabled' | 'disabled' | 'auto_disabled';
  statusReason: ('admin' | 'failing' | 'gone') | null;
  /** Format: date-time */
  statusChangedAt: string;
  /** @description Active secrets, newest first. */
  secrets: {
    id: string;
    last4: string;
    /** Format: date-time */
    createdAt: string;
    expiresAt: string | null;
  }[];
  health: {
    /** @enum {string} */
    circuit: 'closed' | 'open' | 'half_open';
    consecutiveFailures: number;
    failingSince: string | null;
    lastSuccessAt: string | null;
    lastFailureAt: string | null;
    lastError:
      | (
          | 'dns_failed'
          | 'address_blocked'
          | 'connect_failed'
          | 'connect_timeout'
          | 'tls_failed'
          | 'timeout'
          | 'connection_reset'
          | 'malformed_response'
          | 'redirect_not_followed'
          | 'http_status'
          | 'secret_unavailable'
          | 'process_died'
        )
      | null;
    /** @description Counted up to 10,000. */
    pendingDeliveries: number;
    /** @description Counted up to 10,000. */
    heldDeliveries: number;
  };
  /** @description Reasons why deliveries to the endpoint are currently not sent. */
  blockedBy: WebhookBlock[];
  /** @description Static egress IP addresses of the platform, for the receiver's firewall. */
  sourceAddresses: string[];
  /** Format: date-time */
  createdAt: string;
  /** Format: date-time */
  updatedAt: string;
  secret: string;
};
export type WebhookRecovery = {
  id: string;
  /** @enum {string} */
  mode: 'failed' | 'missing';
  /** Format: date-time */
  since: string;
  /** Format: date-time */
  until: string;
  eventTypes: string[] | null;
  /** @enum {string} */
  status: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  examined: number;
  enqueued: number;
  /** Format: date-time */
  createdAt: string;
  completedAt: string | null;
};
export type WithdrawConsentRequest = {
  reason?: string;
  /**
   * Format: date-time
   * @description When the data subject made the decision. Defaults to now.
   */
  withdrawnAt?: string;
  /** @enum {string} */
  collectionMethod?:
    'web_form' | 'mobile_app' | 'sdk' | 'api' | 'paper' | 'verbal' | 'email_link' | 'import';
  givenBy?: {
    /** @enum {string} */
    type: 'subject' | 'guardian' | 'representative';
    id: string;
  };
  evidence?: {
    ip?: string;
    userAgent?: string;
    /** @description The page or screen on which the data subject decided. */
    url?: string;
    formId?: string;
    /** @description The text that was shown to the data subject. */
    statement?: string;
    proofs?: {
      sha256: string;
      mediaType: string;
      uri: string;
    }[];
  };
};
export type WithdrawMyConsentRequest = {
  reason?: string;
};
export type WorkspaceTestRequest = {
  /** @description The JSON key file, as downloaded from Google. Write-only. */
  serviceAccountKey?: {
    /** @constant */
    type: 'service_account';
    /** Format: email */
    client_email: string;
    private_key: string;
    private_key_id?: string;
  } & {
    [key: string]: unknown;
  };
  /** Format: email */
  adminEmail?: string;
  /** @default my_customer */
  customerId?: string;
  domain?: string;
  /** @description Tests with the configuration and the stored credential of this directory. */
  directoryId?: string;
  /**
   * @description How many users to show.
   * @default 3
   */
  sampleSize?: number;
};
export type WorkspaceTestResponse = {
  /** @description Whether every step succeeded. */
  ok: boolean;
  kind: string;
  /** Format: date-time */
  startedAt: string;
  durationMs: number;
  steps: DiagnosticStep[];
  /** @description Information about the remote system. */
  summary: {
    [key: string]: unknown;
  };
  /** @description Sample users, mapped as an import would map them. */
  sample: {
    [key: string]: unknown;
  }[];
};
export type WriteAssertionsRequest = {
  assertions: FgaAssertion[];
};
export type WriteModelRequest = {
  /** @description The model in the OpenFGA DSL, schema 1.1. */
  dsl?: string;
  /** @description The model in the OpenFGA JSON syntax, schema 1.1: `schema_version`, `type_definitions` and `conditions`. */
  model?: {
    [key: string]: unknown;
  };
  description?: string | null;
  /** @default true */
  activate?: boolean;
  /** @description The model that is expected to be active, or null if none is. If another model is active, the request returns 409. */
  expectedActiveModelId?: string | null;
  /**
   * @description Validates the model and runs its tests without storing it.
   * @default false
   */
  dryRun?: boolean;
  /** @default [] */
  tests?: FgaModelTest[];
} & (unknown | unknown);
export type WriteTuplesRequest =
  | {
      /** @default [] */
      writes?: RelationTupleInput[];
      /** @default [] */
      deletes?: RelationTupleKey[];
      /**
       * @default error
       * @enum {string}
       */
      onDuplicate?: 'error' | 'ignore' | 'replace';
      /**
       * @default error
       * @enum {string}
       */
      onMissing?: 'error' | 'ignore';
      /** @default [] */
      preconditions?: {
        /** @description A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters. */
        subject: string;
        relation: string;
        /** @description An object in the form `type:id`, at most 256 characters. */
        object: string;
        exists: boolean;
      }[];
      /** @description Defaults to the active model. */
      modelId?: string;
    }
  | {
      writes: unknown;
    }
  | {
      deletes: unknown;
    };
export type WriteTuplesResponse = {
  written: number;
  deleted: number;
  skipped: number;
  revision: number;
  consistencyToken: string;
};
export type ApplicationsListQuery = {
  /** @enum {string} */
  type?: 'web' | 'spa' | 'native' | 'm2m' | 'device';
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type ApplicationsUpdateQuery = {
  /** @description Makes the change even if no enabled application would have `tenant:applications.write` afterwards. Only an operator can then restore the tenant's access. */
  allowLockout?: boolean;
};
export type ApplicationsDeleteQuery = {
  /** @description Makes the change even if no enabled application would have `tenant:applications.write` afterwards. Only an operator can then restore the tenant's access. */
  allowLockout?: boolean;
};
export type ApiResourcesListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type ApiResourcesClientsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type IpRulesListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type IpRulesEvaluateQuery = {
  /** @description Defaults to the caller's address. */
  address?: string | unknown | unknown;
};
export type SearchListQuery = {
  q: string;
  /** @description Finds resources of these types only. Separate them with commas. */
  types?: string;
};
export type UsersListQuery = {
  /**
   * Format: email
   * @description A primary or verified additional address, which at most one user has.
   */
  email?: string;
  /** @description Matches only members of this organization. */
  organizationId?: string;
  /** @enum {string} */
  status?: 'active' | 'suspended' | 'deactivated';
  /** @description Prefix (3 to 64 characters) of the e-mail address, user name, display name, given name or family name, not case- or accent-sensitive. */
  q?: string;
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type UsersOrganizationsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type UsersGetSummaryQuery = {
  /**
   * Format: email
   * @description A primary or verified additional address, which at most one user has.
   */
  email?: string;
  /** @description Matches only members of this organization. */
  organizationId?: string;
  /** @enum {string} */
  status?: 'active' | 'suspended' | 'deactivated';
  /** @description Prefix (3 to 64 characters) of the e-mail address, user name, display name, given name or family name, not case- or accent-sensitive. */
  q?: string;
};
export type UsersBulkJobsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
  /** @enum {string} */
  state?: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
};
export type UsersBulkJobsFailuresListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type UsersExportsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
  /** @enum {string} */
  state?: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'EXPIRED';
};
export type UsersExportsDownloadQuery = {
  part?: number;
};
export type OrganizationsListQuery = {
  /** @description Returns only the organization that has verified this domain. */
  domain?: string;
  /** @description Prefix of the name (3 to 64 characters), not case- or accent-sensitive. */
  q?: string;
  /** @enum {string} */
  status?: 'active' | 'suspended';
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type OrganizationsMembersListQuery = {
  role?: string;
  /** @enum {string} */
  state?: 'active' | 'inactive';
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type OrganizationsInvitationsListQuery = {
  /** @enum {string} */
  state?: 'pending' | 'accepted' | 'revoked' | 'expired';
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type OrganizationsSetupLinksListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type SetupDirectoriesSyncQuery = {
  /** @description Reads all users and groups. */
  full?: boolean;
  /** @description Counts the changes without writing anything. */
  dryRun?: boolean;
};
export type SetupDirectoriesRequestsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type DirectoriesListQuery = {
  organizationId?: string;
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type DirectoriesSyncQuery = {
  /** @description Reads all users and groups instead of only those that have changed since the last run. */
  full?: boolean;
  /** @description Counts the changes and returns up to 20 of them, without writing anything. */
  dryRun?: boolean;
  /** @description Continues even if many users would be removed from the directory. */
  force?: boolean;
};
export type DirectoriesSyncRunsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type DirectoriesUsersListQuery = {
  /** @description Prefix of the name (3 to 64 characters), not case-sensitive. */
  q?: string;
  /** @description Filters by whether an entry is linked to a user of the tenant. */
  linked?: boolean;
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type DirectoriesGroupsListQuery = {
  /** @description Prefix of the name (3 to 64 characters), not case-sensitive. */
  q?: string;
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type DirectoriesRequestsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type AttributeSchemaListQuery = {
  /** @enum {string} */
  entityKind: 'user' | 'organization';
};
export type AttributeSchemaDeleteQuery = {
  /** @description Deletes the definition even if values are stored, and removes those values. */
  purgeValues?: boolean;
};
export type AttributeSchemaRenderQuery = {
  /** @enum {string} */
  entityKind: 'user' | 'organization';
  /**
   * @description `self`: the attributes that users can see on their own profile. Default: admin.
   * @enum {string}
   */
  audience?: 'admin' | 'self';
  /** @description Language of labels (RFC 4647 lookup). */
  locale?: string;
};
export type AttributeSchemaRenderResponse = {
  [key: string]: unknown;
};
export type AttributeSchemaSettingsGetQuery = {
  /** @enum {string} */
  entityKind: 'user' | 'organization';
};
export type AttributeSchemaSettingsPutQuery = {
  /** @enum {string} */
  entityKind: 'user' | 'organization';
};
export type AttributeSchemaTemplatesListQuery = {
  /** @enum {string} */
  entityKind: 'user' | 'organization';
};
export type MigrationSourcesImportsStartQuery = {
  dryRun?: boolean;
};
export type MigrationSourcesImportsStartResponse = ImportDryRun | ImportJob;
export type MigrationSourcesImportsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type MigrationSourcesImportsErrorsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type MeGetProfileSchemaQuery = {
  /** @description Language of labels (RFC 4647 lookup). */
  locale?: string;
};
export type MeOrganizationsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type MeInvitationsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type EventsListQuery = {
  /** @description An event type, or `family.*` for a family of types. Separate up to 20 values with commas. */
  type?: string;
  actorId?: string;
  organizationId?: string;
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
  /** @description Where to start if there is no cursor: `oldest` (default), `latest`, or an ingestion time. */
  start?: ('oldest' | 'latest') | string;
  /** @description Id of the event after which to start. Use it to change filters without losing your position. */
  afterId?: string;
  /** @description Number of seconds to wait for new events. */
  wait?: number;
};
export type EventTypesListQuery = {
  /**
   * @description Returns only this family, such as `user`.
   * @enum {string}
   */
  family?:
    | 'access_request'
    | 'api_resource'
    | 'attribute_schema'
    | 'audit'
    | 'audit_export'
    | 'audit_verification'
    | 'client'
    | 'consent'
    | 'directory'
    | 'entitlement'
    | 'erasure'
    | 'federation'
    | 'fga'
    | 'ip_rule'
    | 'legal_document'
    | 'login_experience'
    | 'login_flow'
    | 'migration'
    | 'organization'
    | 'permission'
    | 'pim'
    | 'policy'
    | 'role'
    | 'siem'
    | 'ssf'
    | 'token_claims'
    | 'user'
    | 'user_bulk_job'
    | 'user_export'
    | 'webhook';
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type WebhookEndpointsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type WebhookEndpointsGetStatisticsQuery = {
  /** @description The hours to count, up to now. At most 168, a week. */
  hours?: number;
};
export type WebhookEndpointsDeliveriesListQuery = {
  /** @enum {string} */
  status?: 'pending' | 'in_flight' | 'succeeded' | 'dead_lettered' | 'held' | 'cancelled';
  eventType?: string;
  eventId?: string;
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type HooksListQuery = {
  /** @enum {string} */
  stage?: 'pre_registration' | 'login_flow' | 'post_login' | 'token_issue' | 'client_credentials';
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type SiemSinksListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type WebhookClaimSchemasListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type MeActivityListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type FgaModelsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type FgaTuplesListQuery = {
  /** @description An object, or a type in the form `type:`. */
  object?: string;
  /** @description Can be used only together with `object`. */
  relation?: string;
  /** @description A subject, or a type in the form `type:`, which includes its usersets and its wildcard. */
  subject?: string;
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type FgaChangesListQuery = {
  objectType?: string;
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type FgaCheckBody = BatchCheckRequest | CheckRequest;
export type FgaCheckResponse = BatchCheckResponse | CheckResponse;
export type FgaAssertionsGetQuery = {
  /** @description Defaults to the active model. */
  modelId?: string;
};
export type FgaAssertionsPutQuery = {
  /** @description Defaults to the active model. */
  modelId?: string;
};
export type FgaExportsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type FgaExportsListObjectsQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type FgaExportsListObjectsResponse = {
  data: string[];
  nextCursor: string | null;
  hasMore: boolean;
};
export type PermissionsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type RolesListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type RoleAssignmentsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
  principalId?: string;
  /** @description The key of a role. */
  role?: string;
};
export type AccessPoliciesListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type PimActivationsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
  /**
   * @description `open`: those that are requested, scheduled or active.
   * @enum {string}
   */
  state?:
    | 'open'
    | 'requested'
    | 'scheduled'
    | 'active'
    | 'denied'
    | 'cancelled'
    | 'timed_out'
    | 'revoked'
    | 'expired';
};
export type PimEligibleListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type PimEligibleAssignmentsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type LoginExperienceEmailTemplatesGetQuery = {
  /** @description Defaults to the default locale of the branding. */
  locale?: string;
};
export type LoginExperienceEmailTemplatesPutQuery = {
  /** @description Defaults to the default locale of the branding. */
  locale?: string;
};
export type LoginExperienceEmailTemplatesDeleteQuery = {
  /** @description Defaults to the default locale of the branding. */
  locale?: string;
  /** @description If true, deletes the templates of all locales. */
  allLocales?: boolean;
};
export type LoginExperienceEmailTemplatesPreviewQuery = {
  /** @description Defaults to the default locale of the branding. */
  locale?: string;
};
export type LoginExperienceEmailTemplatesTestQuery = {
  /** @description Defaults to the default locale of the branding. */
  locale?: string;
};
export type LoginExperienceLoginsGetQuery = {
  /** @description The first day, as a date or an RFC 3339 timestamp (its day in UTC). Defaults to 29 days before `to`. */
  from?: string;
  /** @description The last day (inclusive). Defaults to today. */
  to?: string;
};
export type LoginFlowsVersionsListResponse = LoginFlowVersionSummary[];
export type LoginFlowsTemplatesListResponse = LoginFlowTemplate[];
export type LoginFlowsClientBindingsListResponse = LoginFlowClientBinding[];
export type ConsentsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
  subjectId?: string;
  needsReconsent?: boolean;
};
export type ConsentsCheckQuery = {
  subjectId: string;
  purposeKey: string;
  /** @description The lowest version of the purpose that is sufficient. Defaults to the version that the purpose requires. */
  version?: number;
};
export type ConsentPurposesListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
  /** @enum {string} */
  state?: 'active' | 'retired';
};
export type ConsentPurposesGetQuery = {
  /** @description The version to return. Defaults to the current version. */
  version?: number;
};
export type ApplicationsLegalDocumentsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
  /** @description A BCP 47 language tag, such as de-CH. */
  locale?: string;
  /** @enum {string} */
  state?: 'draft' | 'active' | 'retired';
};
export type ErasureRequestsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
  userId?: string;
  /** @enum {string} */
  state?:
    | 'RECEIVED'
    | 'DEACTIVATING'
    | 'DEACTIVATED'
    | 'HELD'
    | 'DEFERRED'
    | 'ERASING'
    | 'COMPLETED'
    | 'CANCELLING'
    | 'CANCELLED';
};
export type ErasureVetoClientsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type AccessRequestsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
  userId?: string;
  /** @enum {string} */
  state?: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'PARTIAL' | 'FAILED' | 'CANCELLED' | 'EXPIRED';
};
export type SsfReceiversListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type SsfReceiversDeliveriesListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type AuditExportsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
  /** @enum {string} */
  state?: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'EXPIRED';
};
export type AuditExportsDownloadQuery = {
  part?: number;
};
export type MeConsentsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
  needsReconsent?: boolean;
};
export type MeAccessRequestsListQuery = {
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type AuditRecordsListQuery = {
  actorId?: string;
  /** @description Id of the user or the resource that the operation was about. */
  subjectId?: string;
  clientId?: string;
  organizationId?: string;
  /** @description An exact name, or a prefix that ends in `*`. */
  operationId?: string;
  /** @enum {string} */
  outcome?: 'success' | 'failure' | 'denied';
  /**
   * Format: date-time
   * @description Records that were added to the log at or after this time.
   */
  from?: string;
  /**
   * Format: date-time
   * @description Records that were added to the log before this time.
   */
  to?: string;
  /** @description Maximum number of entries per page, from 1 to 200. */
  limit?: number;
  /** @description The `nextCursor` of the previous page. Treat it as opaque. */
  cursor?: string;
};
export type HookCommand =
  | {
      /** @constant */
      type: 'deny';
      /** @default  */
      message?: string;
    }
  | {
      /** @constant */
      type: 'set_claim';
      /** @enum {string} */
      token: 'access' | 'id';
      name: string;
      value: unknown;
    }
  | {
      /** @constant */
      type: 'remove_scope';
      scope: string;
    }
  | {
      /** @constant */
      type: 'set_attribute';
      path: string;
      value: unknown;
    }
  | {
      /** @constant */
      type: 'require_acr';
      acr: string;
    };
/** @description The data of each event, by its type. */
export type EventDataByType = {
  'consent.requested': {
    consent: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'consent.granted': {
    consent: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'consent.refused': {
    consent: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'consent.renewed': {
    consent: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'consent.changed': {
    consent: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'consent.withdrawn': {
    consent: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'consent.expired': {
    consent: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'consent.invalidated': {
    consent: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'consent.reconsent_required': {
    consent: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'legal_document.created': {
    legalDocument: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'legal_document.activated': {
    legalDocument: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'legal_document.retired': {
    legalDocument: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'legal_document.deleted': {
    legalDocument: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'erasure.requested': {
    erasureRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'erasure.subject_deactivated': {
    user: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    erasureRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    externalIds: string[];
  } & {
    [key: string]: unknown;
  };
  'erasure.hold_raised': {
    erasureRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    hold: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'erasure.hold_lifted': {
    erasureRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    hold: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'erasure.held': {
    erasureRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'erasure.deferred': {
    erasureRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    reminder: number;
  } & {
    [key: string]: unknown;
  };
  'erasure.started': {
    erasureRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'erasure.stalled': {
    erasureRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    reason: string;
  } & {
    [key: string]: unknown;
  };
  'erasure.completed': {
    erasureRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'erasure.cancelled': {
    erasureRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'access_request.created': {
    accessRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'access_request.completed': {
    accessRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'access_request.partial': {
    accessRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'access_request.failed': {
    accessRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'access_request.cancelled': {
    accessRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'access_request.expired': {
    accessRequest: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'audit_export.created': {
    auditExport: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'audit_export.completed': {
    auditExport: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'audit_export.failed': {
    auditExport: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'audit_verification.created': {
    auditVerification: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'audit_verification.completed': {
    auditVerification: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'audit_verification.failed': {
    auditVerification: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'audit.checkpointed': {
    checkpoint: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'ssf.receiver_registered': {
    ssfReceiver: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'ssf.receiver_verified': {
    ssfReceiver: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'ssf.receiver_enabled': {
    ssfReceiver: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'ssf.receiver_paused': {
    ssfReceiver: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'ssf.receiver_disabled': {
    ssfReceiver: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'ssf.receiver_failing': {
    ssfReceiver: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    reason: string;
  } & {
    [key: string]: unknown;
  };
  'ssf.receiver_removed': {
    ssfReceiver: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'user.created': {
    user: User;
    /** @enum {string} */
    origin: 'api' | 'scim' | 'sync' | 'jit' | 'import' | 'invitation' | 'erasure';
  } & {
    [key: string]: unknown;
  };
  'user.updated': {
    user: User;
    /** @enum {string} */
    origin: 'api' | 'scim' | 'sync' | 'jit' | 'import' | 'invitation' | 'erasure';
    changed: string[];
    previous: {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'user.suspended': {
    user: User;
    /** @enum {string} */
    origin: 'api' | 'scim' | 'sync' | 'jit' | 'import' | 'invitation' | 'erasure';
  } & {
    [key: string]: unknown;
  };
  'user.reactivated': {
    user: User;
    /** @enum {string} */
    origin: 'api' | 'scim' | 'sync' | 'jit' | 'import' | 'invitation' | 'erasure';
  } & {
    [key: string]: unknown;
  };
  'user.deactivated': {
    user: User;
    /** @enum {string} */
    origin: 'api' | 'scim' | 'sync' | 'jit' | 'import' | 'invitation' | 'erasure';
  } & {
    [key: string]: unknown;
  };
  'user.deleted': {
    user: {
      id: string;
      externalId: string | null;
    };
    /** @enum {string} */
    origin: 'api' | 'scim' | 'sync' | 'jit' | 'import' | 'invitation' | 'erasure';
    organizationIds?: string[];
  } & {
    [key: string]: unknown;
  };
  'user.erased': {
    user: {
      id: string;
      externalId: string | null;
    };
    /** @enum {string} */
    origin: 'api' | 'scim' | 'sync' | 'jit' | 'import' | 'invitation' | 'erasure';
    organizationIds?: string[];
  } & {
    [key: string]: unknown;
  };
  'organization.created': {
    organization: Organization;
  } & {
    [key: string]: unknown;
  };
  'organization.updated': {
    organization: Organization;
    changed: string[];
    previous: {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.deleted': {
    organization: {
      id: string;
      externalId: string | null;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.member_added': {
    member: Member;
  } & {
    [key: string]: unknown;
  };
  'organization.member_updated': {
    member: Member;
  } & {
    [key: string]: unknown;
  };
  'organization.member_removed': {
    member: Member;
  } & {
    [key: string]: unknown;
  };
  'organization.invitation_created': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    invitation: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.invitation_resent': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    invitation: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.invitation_accepted': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    invitation: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.invitation_revoked': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    invitation: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.invitation_expired': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    invitation: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.domain_added': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    domain: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.domain_verified': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    domain: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.domain_failed': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    domain: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.domain_lapsed': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    domain: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.domain_removed': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    domain: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.setup_link_created': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    setupLink: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.setup_link_opened': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    setupLink: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.setup_link_renewed': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    setupLink: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.setup_link_completed': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    setupLink: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'organization.setup_link_revoked': {
    organization: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    setupLink: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.created': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.updated': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.activated': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.degraded': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    error: string | null;
  } & {
    [key: string]: unknown;
  };
  'directory.suspended': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.resumed': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.deleted': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.credential_set': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.credential_cleared': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.bearer_minted': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    bearer: {
      id: string;
      last4: string;
      expiresAt: string | null;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.bearer_rotated': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    bearer: {
      id: string;
      last4: string;
      expiresAt: string | null;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.bearer_revoked': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    bearer: {
      id: string;
      last4: string;
      expiresAt: string | null;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.bearer_expiring': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    bearer: {
      id: string;
      last4: string;
      expiresAt: string | null;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.sync_completed': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    counts: {
      [key: string]: number;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.sync_failed': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    error: string | null;
  } & {
    [key: string]: unknown;
  };
  'directory.sync_halted': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    counts: {
      [key: string]: number;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.group_created': {
    group: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.group_updated': {
    group: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.group_deleted': {
    group: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.group_member_added': {
    group: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    members: ({
      id: string;
      userId: string | null;
    } & {
      [key: string]: unknown;
    })[];
  } & {
    [key: string]: unknown;
  };
  'directory.group_member_removed': {
    group: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    members: ({
      id: string;
      userId: string | null;
    } & {
      [key: string]: unknown;
    })[];
  } & {
    [key: string]: unknown;
  };
  'directory.group_role_mapping_created': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    mapping: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'directory.group_role_mapping_deleted': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    mapping: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'attribute_schema.definition_created': {
    attributeDefinition: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'attribute_schema.definition_updated': {
    attributeDefinition: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'attribute_schema.definition_deleted': {
    attributeDefinition: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'attribute_schema.template_applied': {
    attributeTemplate: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    created: ({
      id: string;
    } & {
      [key: string]: unknown;
    })[];
  } & {
    [key: string]: unknown;
  };
  'attribute_schema.conformance_finished': {
    attributeDefinition: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    counts: {
      [key: string]: number;
    };
  } & {
    [key: string]: unknown;
  };
  'federation.connection_tested': {
    directory: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    error: string | null;
  } & {
    [key: string]: unknown;
  };
  'migration.source_configured': {
    migrationSource: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'migration.source_removed': {
    migrationSource: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'migration.import_started': {
    importJob: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'migration.import_completed': {
    importJob: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    counts: {
      [key: string]: number;
    };
  } & {
    [key: string]: unknown;
  };
  'migration.import_failed': {
    importJob: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    counts: {
      [key: string]: number;
    };
  } & {
    [key: string]: unknown;
  };
  'migration.import_cancelled': {
    importJob: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    counts: {
      [key: string]: number;
    };
  } & {
    [key: string]: unknown;
  };
  'user_bulk_job.created': {
    userBulkJob: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'user_bulk_job.completed': {
    userBulkJob: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'user_bulk_job.cancelled': {
    userBulkJob: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'user_bulk_job.failed': {
    userBulkJob: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'user_export.created': {
    userExport: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'user_export.completed': {
    userExport: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'user_export.failed': {
    userExport: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'permission.created': {
    permission: Permission;
  } & {
    [key: string]: unknown;
  };
  'permission.deleted': {
    permission: Permission;
  } & {
    [key: string]: unknown;
  };
  'role.created': {
    role: Role;
  } & {
    [key: string]: unknown;
  };
  'role.updated': {
    role: Role;
    changed: string[];
  } & {
    [key: string]: unknown;
  };
  'role.deleted': {
    role: Role;
  } & {
    [key: string]: unknown;
  };
  'role.assigned': {
    roleAssignment: RoleAssignment;
  } & {
    [key: string]: unknown;
  };
  'role.unassigned': {
    roleAssignment: RoleAssignment;
  } & {
    [key: string]: unknown;
  };
  'entitlement.changed': {
    family: string;
    entitled: boolean;
    reason: string | null;
    actor: {
      /** @enum {string} */
      type: 'user' | 'client' | 'service' | 'system' | 'setup';
      id: string;
    };
  } & {
    [key: string]: unknown;
  };
  'fga.store_created': {
    id: string;
    name: string;
  } & {
    [key: string]: unknown;
  };
  'fga.store_deleted': {
    id: string;
    name: string;
  } & {
    [key: string]: unknown;
  };
  'fga.model_written': {
    id: string;
    checksum: string;
    previousActiveModelId: string | null;
  } & {
    [key: string]: unknown;
  };
  'fga.model_activated': {
    id: string;
    checksum: string;
    previousActiveModelId: string | null;
  } & {
    [key: string]: unknown;
  };
  'fga.tuples_written': {
    written: number;
    deleted: number;
    revision: number;
    objectTypes: string[];
    /** @enum {string} */
    source: 'api' | 'import' | 'filter' | 'grpc';
  } & {
    [key: string]: unknown;
  };
  'fga.export_created': {
    export: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'fga.export_completed': {
    export: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'fga.export_failed': {
    export: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'fga.export_deleted': {
    export: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'policy.created': {
    policy: AccessPolicy;
  } & {
    [key: string]: unknown;
  };
  'policy.updated': {
    policy: AccessPolicy;
    changed: string[];
  } & {
    [key: string]: unknown;
  };
  'policy.deleted': {
    policy: AccessPolicy;
  } & {
    [key: string]: unknown;
  };
  'pim.eligibility_created': {
    eligibleAssignment: EligibleAssignment;
  } & {
    [key: string]: unknown;
  };
  'pim.eligibility_updated': {
    eligibleAssignment: EligibleAssignment;
    changed: string[];
  } & {
    [key: string]: unknown;
  };
  'pim.eligibility_deleted': {
    eligibleAssignment: EligibleAssignment;
  } & {
    [key: string]: unknown;
  };
  'pim.eligibility_expired': {
    eligibleAssignment: EligibleAssignment;
  } & {
    [key: string]: unknown;
  };
  'pim.activation_requested': {
    activation: {
      id: string;
      eligibleAssignmentId: string;
      principal: {
        /** @constant */
        type: 'user';
        id: string;
      };
      role: string | null;
      /** @description The scopes as resolved at the time of activation. */
      scopes: string[];
      organizationId: string | null;
      /** @enum {string} */
      state:
        | 'requested'
        | 'scheduled'
        | 'active'
        | 'denied'
        | 'cancelled'
        | 'timed_out'
        | 'revoked'
        | 'expired';
      justification: string | null;
      ticket: {
        system: string;
        number: string;
      } | null;
      durationSeconds: number;
      /** Format: date-time */
      requestedAt: string;
      decisionDeadline: string | null;
      approvals: {
        approver: {
          /** @constant */
          type: 'user';
          id: string;
        };
        /** Format: date-time */
        at: string;
        comment: string | null;
      }[];
      requiredApprovals: number;
      startsAt: string | null;
      endsAt: string | null;
      endedAt: string | null;
      endReason: string | null;
      /** @description The comment of the person who denied, cancelled or ended the activation. */
      endComment: string | null;
      requestContext: {
        ip: string;
        userAgent: string | null;
        acr: string | null;
        amr: string[];
        authTime: string | null;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
  } & {
    [key: string]: unknown;
  };
  'pim.activation_approved': {
    activation: {
      id: string;
      eligibleAssignmentId: string;
      principal: {
        /** @constant */
        type: 'user';
        id: string;
      };
      role: string | null;
      /** @description The scopes as resolved at the time of activation. */
      scopes: string[];
      organizationId: string | null;
      /** @enum {string} */
      state:
        | 'requested'
        | 'scheduled'
        | 'active'
        | 'denied'
        | 'cancelled'
        | 'timed_out'
        | 'revoked'
        | 'expired';
      justification: string | null;
      ticket: {
        system: string;
        number: string;
      } | null;
      durationSeconds: number;
      /** Format: date-time */
      requestedAt: string;
      decisionDeadline: string | null;
      approvals: {
        approver: {
          /** @constant */
          type: 'user';
          id: string;
        };
        /** Format: date-time */
        at: string;
        comment: string | null;
      }[];
      requiredApprovals: number;
      startsAt: string | null;
      endsAt: string | null;
      endedAt: string | null;
      endReason: string | null;
      /** @description The comment of the person who denied, cancelled or ended the activation. */
      endComment: string | null;
      requestContext: {
        ip: string;
        userAgent: string | null;
        acr: string | null;
        amr: string[];
        authTime: string | null;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    approver: string | null;
  } & {
    [key: string]: unknown;
  };
  'pim.activation_scheduled': {
    activation: {
      id: string;
      eligibleAssignmentId: string;
      principal: {
        /** @constant */
        type: 'user';
        id: string;
      };
      role: string | null;
      /** @description The scopes as resolved at the time of activation. */
      scopes: string[];
      organizationId: string | null;
      /** @enum {string} */
      state:
        | 'requested'
        | 'scheduled'
        | 'active'
        | 'denied'
        | 'cancelled'
        | 'timed_out'
        | 'revoked'
        | 'expired';
      justification: string | null;
      ticket: {
        system: string;
        number: string;
      } | null;
      durationSeconds: number;
      /** Format: date-time */
      requestedAt: string;
      decisionDeadline: string | null;
      approvals: {
        approver: {
          /** @constant */
          type: 'user';
          id: string;
        };
        /** Format: date-time */
        at: string;
        comment: string | null;
      }[];
      requiredApprovals: number;
      startsAt: string | null;
      endsAt: string | null;
      endedAt: string | null;
      endReason: string | null;
      /** @description The comment of the person who denied, cancelled or ended the activation. */
      endComment: string | null;
      requestContext: {
        ip: string;
        userAgent: string | null;
        acr: string | null;
        amr: string[];
        authTime: string | null;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
  } & {
    [key: string]: unknown;
  };
  'pim.activation_started': {
    activation: {
      id: string;
      eligibleAssignmentId: string;
      principal: {
        /** @constant */
        type: 'user';
        id: string;
      };
      role: string | null;
      /** @description The scopes as resolved at the time of activation. */
      scopes: string[];
      organizationId: string | null;
      /** @enum {string} */
      state:
        | 'requested'
        | 'scheduled'
        | 'active'
        | 'denied'
        | 'cancelled'
        | 'timed_out'
        | 'revoked'
        | 'expired';
      justification: string | null;
      ticket: {
        system: string;
        number: string;
      } | null;
      durationSeconds: number;
      /** Format: date-time */
      requestedAt: string;
      decisionDeadline: string | null;
      approvals: {
        approver: {
          /** @constant */
          type: 'user';
          id: string;
        };
        /** Format: date-time */
        at: string;
        comment: string | null;
      }[];
      requiredApprovals: number;
      startsAt: string | null;
      endsAt: string | null;
      endedAt: string | null;
      endReason: string | null;
      /** @description The comment of the person who denied, cancelled or ended the activation. */
      endComment: string | null;
      requestContext: {
        ip: string;
        userAgent: string | null;
        acr: string | null;
        amr: string[];
        authTime: string | null;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
  } & {
    [key: string]: unknown;
  };
  'pim.activation_updated': {
    activation: {
      id: string;
      eligibleAssignmentId: string;
      principal: {
        /** @constant */
        type: 'user';
        id: string;
      };
      role: string | null;
      /** @description The scopes as resolved at the time of activation. */
      scopes: string[];
      organizationId: string | null;
      /** @enum {string} */
      state:
        | 'requested'
        | 'scheduled'
        | 'active'
        | 'denied'
        | 'cancelled'
        | 'timed_out'
        | 'revoked'
        | 'expired';
      justification: string | null;
      ticket: {
        system: string;
        number: string;
      } | null;
      durationSeconds: number;
      /** Format: date-time */
      requestedAt: string;
      decisionDeadline: string | null;
      approvals: {
        approver: {
          /** @constant */
          type: 'user';
          id: string;
        };
        /** Format: date-time */
        at: string;
        comment: string | null;
      }[];
      requiredApprovals: number;
      startsAt: string | null;
      endsAt: string | null;
      endedAt: string | null;
      endReason: string | null;
      /** @description The comment of the person who denied, cancelled or ended the activation. */
      endComment: string | null;
      requestContext: {
        ip: string;
        userAgent: string | null;
        acr: string | null;
        amr: string[];
        authTime: string | null;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
  } & {
    [key: string]: unknown;
  };
  'pim.activation_denied': {
    activation: {
      id: string;
      eligibleAssignmentId: string;
      principal: {
        /** @constant */
        type: 'user';
        id: string;
      };
      role: string | null;
      /** @description The scopes as resolved at the time of activation. */
      scopes: string[];
      organizationId: string | null;
      /** @enum {string} */
      state:
        | 'requested'
        | 'scheduled'
        | 'active'
        | 'denied'
        | 'cancelled'
        | 'timed_out'
        | 'revoked'
        | 'expired';
      justification: string | null;
      ticket: {
        system: string;
        number: string;
      } | null;
      durationSeconds: number;
      /** Format: date-time */
      requestedAt: string;
      decisionDeadline: string | null;
      approvals: {
        approver: {
          /** @constant */
          type: 'user';
          id: string;
        };
        /** Format: date-time */
        at: string;
        comment: string | null;
      }[];
      requiredApprovals: number;
      startsAt: string | null;
      endsAt: string | null;
      endedAt: string | null;
      endReason: string | null;
      /** @description The comment of the person who denied, cancelled or ended the activation. */
      endComment: string | null;
      requestContext: {
        ip: string;
        userAgent: string | null;
        acr: string | null;
        amr: string[];
        authTime: string | null;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    approver: string | null;
  } & {
    [key: string]: unknown;
  };
  'pim.activation_cancelled': {
    activation: {
      id: string;
      eligibleAssignmentId: string;
      principal: {
        /** @constant */
        type: 'user';
        id: string;
      };
      role: string | null;
      /** @description The scopes as resolved at the time of activation. */
      scopes: string[];
      organizationId: string | null;
      /** @enum {string} */
      state:
        | 'requested'
        | 'scheduled'
        | 'active'
        | 'denied'
        | 'cancelled'
        | 'timed_out'
        | 'revoked'
        | 'expired';
      justification: string | null;
      ticket: {
        system: string;
        number: string;
      } | null;
      durationSeconds: number;
      /** Format: date-time */
      requestedAt: string;
      decisionDeadline: string | null;
      approvals: {
        approver: {
          /** @constant */
          type: 'user';
          id: string;
        };
        /** Format: date-time */
        at: string;
        comment: string | null;
      }[];
      requiredApprovals: number;
      startsAt: string | null;
      endsAt: string | null;
      endedAt: string | null;
      endReason: string | null;
      /** @description The comment of the person who denied, cancelled or ended the activation. */
      endComment: string | null;
      requestContext: {
        ip: string;
        userAgent: string | null;
        acr: string | null;
        amr: string[];
        authTime: string | null;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    endReason: string;
  } & {
    [key: string]: unknown;
  };
  'pim.activation_timed_out': {
    activation: {
      id: string;
      eligibleAssignmentId: string;
      principal: {
        /** @constant */
        type: 'user';
        id: string;
      };
      role: string | null;
      /** @description The scopes as resolved at the time of activation. */
      scopes: string[];
      organizationId: string | null;
      /** @enum {string} */
      state:
        | 'requested'
        | 'scheduled'
        | 'active'
        | 'denied'
        | 'cancelled'
        | 'timed_out'
        | 'revoked'
        | 'expired';
      justification: string | null;
      ticket: {
        system: string;
        number: string;
      } | null;
      durationSeconds: number;
      /** Format: date-time */
      requestedAt: string;
      decisionDeadline: string | null;
      approvals: {
        approver: {
          /** @constant */
          type: 'user';
          id: string;
        };
        /** Format: date-time */
        at: string;
        comment: string | null;
      }[];
      requiredApprovals: number;
      startsAt: string | null;
      endsAt: string | null;
      endedAt: string | null;
      endReason: string | null;
      /** @description The comment of the person who denied, cancelled or ended the activation. */
      endComment: string | null;
      requestContext: {
        ip: string;
        userAgent: string | null;
        acr: string | null;
        amr: string[];
        authTime: string | null;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    endReason: string;
  } & {
    [key: string]: unknown;
  };
  'pim.activation_revoked': {
    activation: {
      id: string;
      eligibleAssignmentId: string;
      principal: {
        /** @constant */
        type: 'user';
        id: string;
      };
      role: string | null;
      /** @description The scopes as resolved at the time of activation. */
      scopes: string[];
      organizationId: string | null;
      /** @enum {string} */
      state:
        | 'requested'
        | 'scheduled'
        | 'active'
        | 'denied'
        | 'cancelled'
        | 'timed_out'
        | 'revoked'
        | 'expired';
      justification: string | null;
      ticket: {
        system: string;
        number: string;
      } | null;
      durationSeconds: number;
      /** Format: date-time */
      requestedAt: string;
      decisionDeadline: string | null;
      approvals: {
        approver: {
          /** @constant */
          type: 'user';
          id: string;
        };
        /** Format: date-time */
        at: string;
        comment: string | null;
      }[];
      requiredApprovals: number;
      startsAt: string | null;
      endsAt: string | null;
      endedAt: string | null;
      endReason: string | null;
      /** @description The comment of the person who denied, cancelled or ended the activation. */
      endComment: string | null;
      requestContext: {
        ip: string;
        userAgent: string | null;
        acr: string | null;
        amr: string[];
        authTime: string | null;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    endReason: string;
  } & {
    [key: string]: unknown;
  };
  'pim.activation_expired': {
    activation: {
      id: string;
      eligibleAssignmentId: string;
      principal: {
        /** @constant */
        type: 'user';
        id: string;
      };
      role: string | null;
      /** @description The scopes as resolved at the time of activation. */
      scopes: string[];
      organizationId: string | null;
      /** @enum {string} */
      state:
        | 'requested'
        | 'scheduled'
        | 'active'
        | 'denied'
        | 'cancelled'
        | 'timed_out'
        | 'revoked'
        | 'expired';
      justification: string | null;
      ticket: {
        system: string;
        number: string;
      } | null;
      durationSeconds: number;
      /** Format: date-time */
      requestedAt: string;
      decisionDeadline: string | null;
      approvals: {
        approver: {
          /** @constant */
          type: 'user';
          id: string;
        };
        /** Format: date-time */
        at: string;
        comment: string | null;
      }[];
      requiredApprovals: number;
      startsAt: string | null;
      endsAt: string | null;
      endedAt: string | null;
      endReason: string | null;
      /** @description The comment of the person who denied, cancelled or ended the activation. */
      endComment: string | null;
      requestContext: {
        ip: string;
        userAgent: string | null;
        acr: string | null;
        amr: string[];
        authTime: string | null;
      };
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    endReason: string;
  } & {
    [key: string]: unknown;
  };
  'token_claims.enabled': {
    tokenClaims: TokenClaims;
  } & {
    [key: string]: unknown;
  };
  'token_claims.disabled': {
    tokenClaims: TokenClaims;
  } & {
    [key: string]: unknown;
  };
  'user.signed_in': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    reason?: string | null;
    loginId?: string | null;
    organizationId?: string | null;
    methods?: string[];
    connector?: string | null;
    flowVersion?: number | null;
    entrypoint?: string | null;
    country?: string | null;
    userId?: string | null;
    accessPolicies?: {
      /** @enum {string} */
      outcome: 'allow' | 'deny' | 'step_up' | 'require';
      applied: string[];
      reportOnly: string[];
    } & {
      [key: string]: unknown;
    };
    signUp?: boolean;
    newDevice?: boolean;
    host?: string | null;
    durationMilliseconds?: number | null;
  } & {
    [key: string]: unknown;
  };
  'user.sign_in_failed': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    /** @enum {string} */
    reason:
      | 'invalid_credentials'
      | 'user_not_found'
      | 'user_disabled'
      | 'factor_failed'
      | 'factor_not_enrolled'
      | 'locked_out'
      | 'rate_limited'
      | 'ip_denied'
      | 'connector_denied'
      | 'connector_error'
      | 'policy_denied'
      | 'flow_denied'
      | 'consent_refused'
      | 'expired'
      | 'upstream_error';
    loginId?: string | null;
    organizationId?: string | null;
    methods?: string[];
    connector?: string | null;
    flowVersion?: number | null;
    entrypoint?: string | null;
    country?: string | null;
    userId?: string | null;
    step?: string | null;
    accessPolicies?: {
      /** @enum {string} */
      outcome: 'allow' | 'deny' | 'step_up' | 'require';
      applied: string[];
      reportOnly: string[];
    } & {
      [key: string]: unknown;
    };
    loginBlocked?: boolean;
  } & {
    [key: string]: unknown;
  };
  'user.signed_out': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    reason?: string | null;
  } & {
    [key: string]: unknown;
  };
  'user.sessions_revoked': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    reason?: string | null;
  } & {
    [key: string]: unknown;
  };
  'user.assurance_changed': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    reason?: string | null;
  } & {
    [key: string]: unknown;
  };
  'user.consent_granted': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    reason?: string | null;
  } & {
    [key: string]: unknown;
  };
  'user.consent_revoked': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    reason?: string | null;
  } & {
    [key: string]: unknown;
  };
  'user.device_authorized': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    reason?: string | null;
  } & {
    [key: string]: unknown;
  };
  'user.device_attempts_exceeded': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    reason?: string | null;
  } & {
    [key: string]: unknown;
  };
  'user.refresh_token_reused': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    reason?: string | null;
  } & {
    [key: string]: unknown;
  };
  'user.account_linked': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    reason?: string | null;
  } & {
    [key: string]: unknown;
  };
  'federation.login_succeeded': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    reason?: string | null;
    member?: {
      id: string;
      kind: string;
    } & {
      [key: string]: unknown;
    };
    issuer?: string | null;
  } & {
    [key: string]: unknown;
  };
  'federation.login_failed': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    reason?: string | null;
    member?: {
      id: string;
      kind: string;
    } & {
      [key: string]: unknown;
    };
    issuer?: string | null;
  } & {
    [key: string]: unknown;
  };
  'federation.jit_applied': {
    user?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    client?: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    clientId?: string | null;
    sessionId?: string | null;
    scopes?: string[];
    connectionId?: string | null;
    method?: string | null;
    amr?: string[];
    acr?: string | null;
    ip?: string | null;
    sourceIp?: string | null;
    userAgent?: string | null;
    reason?: string | null;
    member?: {
      id: string;
      kind: string;
    } & {
      [key: string]: unknown;
    };
    issuer?: string | null;
    actions: unknown[];
    rules?: unknown[];
  } & {
    [key: string]: unknown;
  };
  'token_claims.enrichment_failed': {
    client: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    reason: string;
    /** @enum {string} */
    failureMode: 'omit' | 'deny';
  } & {
    [key: string]: unknown;
  };
  'client.created': {
    client: Application;
  } & {
    [key: string]: unknown;
  };
  'client.updated': {
    client: Application;
    changed: string[];
  } & {
    [key: string]: unknown;
  };
  'client.enabled': {
    client: Application;
  } & {
    [key: string]: unknown;
  };
  'client.disabled': {
    client: Application;
  } & {
    [key: string]: unknown;
  };
  'client.deleted': {
    client: Application;
  } & {
    [key: string]: unknown;
  };
  'client.secret_created': {
    client: Application;
    secretId: string;
    last4: string;
    expiresAt: string | null;
  } & {
    [key: string]: unknown;
  };
  'client.secret_deleted': {
    client: Application;
    secretId: string;
    last4: string;
    expiresAt: string | null;
  } & {
    [key: string]: unknown;
  };
  'client.secret_reconciled': {
    client: Application;
    secretId: string;
    last4: string;
    expiresAt: string | null;
  } & {
    [key: string]: unknown;
  };
  'client.claims_webhook_set': {
    client: Application;
  } & {
    [key: string]: unknown;
  };
  'client.claims_webhook_cleared': {
    client: Application;
  } & {
    [key: string]: unknown;
  };
  'api_resource.created': {
    apiResource: ApiResource;
  } & {
    [key: string]: unknown;
  };
  'api_resource.updated': {
    apiResource: ApiResource;
    changed: string[];
  } & {
    [key: string]: unknown;
  };
  'api_resource.enabled': {
    apiResource: ApiResource;
  } & {
    [key: string]: unknown;
  };
  'api_resource.disabled': {
    apiResource: ApiResource;
  } & {
    [key: string]: unknown;
  };
  'api_resource.deleted': {
    apiResource: ApiResource;
  } & {
    [key: string]: unknown;
  };
  'api_resource.scope_put': {
    apiResource: ApiResource;
    scope: ApiScope;
  } & {
    [key: string]: unknown;
  };
  'api_resource.scope_removed': {
    apiResource: ApiResource;
    scope: ApiScope;
  } & {
    [key: string]: unknown;
  };
  'api_resource.detail_type_put': {
    apiResource: ApiResource;
    detailType: ApiDetailType;
  } & {
    [key: string]: unknown;
  };
  'api_resource.detail_type_removed': {
    apiResource: ApiResource;
    detailType: ApiDetailType;
  } & {
    [key: string]: unknown;
  };
  'api_resource.client_granted': {
    apiResource: ApiResource;
    client: ApiClient;
  } & {
    [key: string]: unknown;
  };
  'api_resource.client_revoked': {
    apiResource: ApiResource;
    client: ApiClient;
  } & {
    [key: string]: unknown;
  };
  'api_resource.keys_rotated': {
    kid: string;
    /** @enum {string} */
    alg: 'ES256' | 'RS256' | 'PS256' | 'EdDSA';
    immediate: boolean;
  } & {
    [key: string]: unknown;
  };
  'ip_rule.created': {
    rule: TenantIpRuleResponse;
    version: number;
  } & {
    [key: string]: unknown;
  };
  'ip_rule.deleted': {
    rule: TenantIpRuleResponse;
    version: number;
  } & {
    [key: string]: unknown;
  };
  'ip_rule.expired': {
    rule: TenantIpRuleResponse;
    version: number;
  } & {
    [key: string]: unknown;
  };
  'ip_rule.expiring': {
    rule: TenantIpRuleResponse;
    version: number;
  } & {
    [key: string]: unknown;
  };
  'user.password_changed': {
    user: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    first?: boolean;
    sessionId?: string;
    /** @enum {string} */
    requestedBy?: 'user' | 'administrator' | 'password_reset';
    ip?: string;
    sourceIp?: string;
    country?: string;
    userAgent?: string;
  } & {
    [key: string]: unknown;
  };
  'user.password_reset_requested': {
    user: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'user.password_reset_required': {
    user: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'user.authenticator_added': {
    user: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    method: string;
    /** @enum {string} */
    requestedBy?: 'user' | 'administrator' | 'password_reset';
    ip?: string;
    sourceIp?: string;
    country?: string;
    userAgent?: string;
  } & {
    [key: string]: unknown;
  };
  'user.authenticator_removed': {
    user: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    method: string;
    /** @enum {string} */
    requestedBy?: 'user' | 'administrator' | 'password_reset';
    ip?: string;
    sourceIp?: string;
    country?: string;
    userAgent?: string;
  } & {
    [key: string]: unknown;
  };
  'user.identity_linked': {
    user: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    provider: string;
  } & {
    [key: string]: unknown;
  };
  'user.identity_unlinked': {
    user: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    provider: string;
    /** @enum {string} */
    requestedBy?: 'user' | 'administrator' | 'password_reset';
    ip?: string;
    sourceIp?: string;
    country?: string;
    userAgent?: string;
  } & {
    [key: string]: unknown;
  };
  'user.credential_locked': {
    user: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    method: string;
  } & {
    [key: string]: unknown;
  };
  'user.credential_unlocked': {
    user: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'user.credential_compromised': {
    user: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    method: string;
  } & {
    [key: string]: unknown;
  };
  'login_flow.activated': {
    loginFlow: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    version: number;
    previousVersion: number;
    /** @enum {string} */
    source: 'draft' | 'version';
    rollback: boolean;
    checksum: string;
    comment: string | null;
    activationSequence: number;
    minimumActivationSequence: number;
  } & {
    [key: string]: unknown;
  };
  'login_flow.client_bound': {
    binding: LoginFlowClientBinding;
    /** @enum {string} */
    reason: 'requested' | 'client_deleted';
  } & {
    [key: string]: unknown;
  };
  'login_flow.client_unbound': {
    binding: LoginFlowClientBinding;
    /** @enum {string} */
    reason: 'requested' | 'client_deleted';
  } & {
    [key: string]: unknown;
  };
  'login_experience.branding_updated': {
    branding: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'login_experience.asset_uploaded': {
    branding: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    sha256: string;
    mediaType: string;
  } & {
    [key: string]: unknown;
  };
  'login_experience.domain_registered': {
    loginDomain: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'login_experience.domain_verified': {
    loginDomain: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'login_experience.domain_activated': {
    loginDomain: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'login_experience.domain_failing': {
    loginDomain: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'login_experience.domain_suspended': {
    loginDomain: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'login_experience.domain_released': {
    loginDomain: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'login_experience.email_template_updated': {
    emailTemplate: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'login_experience.email_template_deleted': {
    emailTemplate: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'login_experience.connector_created': {
    connector: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'login_experience.connector_updated': {
    connector: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'login_experience.connector_deleted': {
    connector: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'webhook.hook_changed': {
    hook: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    /** @enum {string} */
    change: 'created' | 'updated' | 'deleted' | 'secret_rotated';
  } & {
    [key: string]: unknown;
  };
  'webhook.claim_schema_put': {
    claimSchema: WebhookClaimSchema;
    /** @enum {string} */
    change: 'created' | 'updated';
    changed: string[];
    previous: {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'webhook.claim_schema_deleted': {
    claimSchema: {
      id: string;
      claimName: string;
    };
  } & {
    [key: string]: unknown;
  };
  'webhook.endpoint_created': {
    webhookEndpoint: {
      id: string;
      url: string;
      status: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'webhook.endpoint_updated': {
    webhookEndpoint: {
      id: string;
      url: string;
      status: string;
    } & {
      [key: string]: unknown;
    };
    changed: string[];
    previous: {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'webhook.endpoint_deleted': {
    webhookEndpoint: {
      id: string;
    };
  } & {
    [key: string]: unknown;
  };
  'webhook.endpoint_failing': {
    webhookEndpoint: {
      id: string;
      url: string;
      status: string;
    } & {
      [key: string]: unknown;
    };
    lastError: string | null;
  } & {
    [key: string]: unknown;
  };
  'webhook.endpoint_recovered': {
    webhookEndpoint: {
      id: string;
      url: string;
      status: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'webhook.endpoint_auto_disabled': {
    webhookEndpoint: {
      id: string;
      url: string;
      status: string;
    } & {
      [key: string]: unknown;
    };
    lastError: string | null;
  } & {
    [key: string]: unknown;
  };
  'webhook.secret_rotated': {
    webhookEndpoint: {
      id: string;
      url: string;
      status: string;
    } & {
      [key: string]: unknown;
    };
    secret: {
      id: string;
      last4: string;
    };
  } & {
    [key: string]: unknown;
  };
  'webhook.secret_revoked': {
    webhookEndpoint: {
      id: string;
      url: string;
      status: string;
    } & {
      [key: string]: unknown;
    };
    secret: {
      id: string;
      last4: string;
    };
  } & {
    [key: string]: unknown;
  };
  'webhook.recovery_completed': {
    webhookEndpoint: {
      id: string;
      url: string;
      status: string;
    } & {
      [key: string]: unknown;
    };
    recovery: {
      id: string;
      mode: string;
      status: string;
      examined: number;
      enqueued: number;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'siem.sink_created': {
    siemSink: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'siem.sink_updated': {
    siemSink: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'siem.sink_deleted': {
    siemSink: {
      id: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'siem.sink_failing': {
    siemSink: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    health: {
      state: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'siem.sink_recovered': {
    siemSink: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    health: {
      state: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'siem.sink_suspended': {
    siemSink: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    health: {
      state: string;
    } & {
      [key: string]: unknown;
    };
  } & {
    [key: string]: unknown;
  };
  'siem.sink_events_dropped': {
    siemSink: {
      id: string;
    } & {
      [key: string]: unknown;
    };
    dropped: {
      count: number;
      fromSequence: number;
      toSequence: number;
    };
  } & {
    [key: string]: unknown;
  };
};
