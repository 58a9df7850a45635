export type {
  HealthItem as RpcHealthItem,
  HealthItem__Output as RpcHealthItemOutput,
} from './generated/platform/overview/v1/HealthItem.ts';
export type { HealthResponse__Output } from './generated/platform/overview/v1/HealthResponse.ts';
export type { SearchHit__Output } from './generated/platform/overview/v1/SearchHit.ts';
export type { SearchResponse__Output } from './generated/platform/overview/v1/SearchResponse.ts';
export type { ExportRequest__Output as ExportRequest } from './generated/platform/datasubject/v1/ExportRequest.ts';
export type { ExportSection } from './generated/platform/datasubject/v1/ExportSection.ts';
export type { SubjectItem } from './generated/platform/datasubject/v1/SubjectItem.ts';
export type { SubjectRequest__Output as SubjectRequest } from './generated/platform/datasubject/v1/SubjectRequest.ts';
export type { SubjectResponse } from './generated/platform/datasubject/v1/SubjectResponse.ts';
export type { AcceptInvitationRequest__Output as AcceptInvitationRequest } from './generated/platform/directory/v1/AcceptInvitationRequest.ts';
export type { AcceptInvitationResponse } from './generated/platform/directory/v1/AcceptInvitationResponse.ts';
export type { MigrateLoginRequest__Output as MigrateLoginRequest } from './generated/platform/directory/v1/MigrateLoginRequest.ts';
export type { MigrateLoginResponse } from './generated/platform/directory/v1/MigrateLoginResponse.ts';
export type { GetConnectionRequest__Output as GetConnectionRequest } from './generated/platform/directory/v1/GetConnectionRequest.ts';
export type { GetConnectionResponse } from './generated/platform/directory/v1/GetConnectionResponse.ts';
export type { PatchProfileRequest__Output as PatchProfileRequest } from './generated/platform/directory/v1/PatchProfileRequest.ts';
export type { PatchProfileResponse } from './generated/platform/directory/v1/PatchProfileResponse.ts';
export type { PreviewInvitationRequest__Output as PreviewInvitationRequest } from './generated/platform/directory/v1/PreviewInvitationRequest.ts';
export type { PreviewInvitationResponse } from './generated/platform/directory/v1/PreviewInvitationResponse.ts';
export type { ProvisionAction__Output as ProvisionAction } from './generated/platform/directory/v1/ProvisionAction.ts';
export type { ProvisionUserRequest__Output as ProvisionUserRequest } from './generated/platform/directory/v1/ProvisionUserRequest.ts';
export type { ProvisionUserResponse } from './generated/platform/directory/v1/ProvisionUserResponse.ts';
export type { ResolveUserRequest__Output as ResolveUserRequest } from './generated/platform/directory/v1/ResolveUserRequest.ts';
export type { SetupLinkMessage } from './generated/platform/directory/v1/SetupLinkMessage.ts';
export type {
  ResolveUserResponse,
  ResolveUserResponse__Output,
} from './generated/platform/directory/v1/ResolveUserResponse.ts';
export type {
  EntitlementsResponse,
  EntitlementsResponse__Output,
} from './generated/platform/fga/v1/EntitlementsResponse.ts';
export type { EvaluatePoliciesRequest__Output as EvaluatePoliciesRequest } from './generated/platform/fga/v1/EvaluatePoliciesRequest.ts';
export type { EvaluatePoliciesResponse } from './generated/platform/fga/v1/EvaluatePoliciesResponse.ts';
export type {
  PrincipalAccessResponse,
  PrincipalAccessResponse__Output,
} from './generated/platform/fga/v1/PrincipalAccessResponse.ts';
export type { UserScopes__Output } from './generated/platform/fga/v1/UserScopes.ts';
export type { WriteTuplesRequest__Output as WriteTuplesRequest } from './generated/platform/fga/v1/WriteTuplesRequest.ts';
export type { WriteTuplesResponse } from './generated/platform/fga/v1/WriteTuplesResponse.ts';
export type { CreateTenantRequest__Output as CreateTenantRequest } from './generated/platform/hub/v1/CreateTenantRequest.ts';
export type { RotateKeysRequest__Output } from './generated/platform/hub/v1/RotateKeysRequest.ts';
export type { IpRuleSet, IpRuleSet__Output } from './generated/platform/hub/v1/IpRuleSet.ts';
export type {
  Tenant as TenantMessage,
  Tenant__Output,
} from './generated/platform/hub/v1/Tenant.ts';
export type { CheckRequest__Output as CheckRpcRequest } from './generated/platform/fga/v1/CheckRequest.ts';
export type { BatchCheckRequest__Output as BatchCheckRpcRequest } from './generated/platform/fga/v1/BatchCheckRequest.ts';
export type { BatchCheckResult } from './generated/platform/fga/v1/BatchCheckResult.ts';
export type { ListObjectsRequest__Output as ListObjectsRpcRequest } from './generated/platform/fga/v1/ListObjectsRequest.ts';
export type { RelationTuple__Output as RelationTupleMessage } from './generated/platform/fga/v1/RelationTuple.ts';
export type { ClaimSchema__Output as ClaimSchema } from './generated/platform/outbound/v1/ClaimSchema.ts';
export type { InlineHook__Output as InlineHook } from './generated/platform/outbound/v1/InlineHook.ts';
export type { ResolveClaimsRequest__Output as ResolveClaimsRequest } from './generated/platform/outbound/v1/ResolveClaimsRequest.ts';
export type { Job as JobMessage } from './generated/platform/jobs/v1/Job.ts';
export type { ListJobsRequest__Output as ListJobsRequest } from './generated/platform/jobs/v1/ListJobsRequest.ts';
export type { ResolveLoginRequest } from './generated/platform/identity/v1/ResolveLoginRequest.ts';
export type { SendMailRequest } from './generated/platform/identity/v1/SendMailRequest.ts';
export type { CompleteSocialResponse } from './generated/platform/identity/v1/CompleteSocialResponse.ts';
export type {
  DeadLetter as DeadLetterMessage,
  DeadLetter__Output,
} from './generated/platform/deadletters/v1/DeadLetter.ts';
export type {
  DeliveryExplanation,
  DeliveryExplanation__Output,
} from './generated/platform/outbound/v1/DeliveryExplanation.ts';
export type { Entitlement as EntitlementMessage } from './generated/platform/fga/v1/Entitlement.ts';
export type {
  ListedErasureCertificate,
  ListedErasureCertificate__Output,
} from './generated/platform/compliance/v1/ListedErasureCertificate.ts';
export type { ListErasureCertificatesRequest__Output as ListErasureCertificatesRequest } from './generated/platform/compliance/v1/ListErasureCertificatesRequest.ts';
export type {
  TenantArrival,
  TenantArrival__Output,
} from './generated/platform/hub/v1/TenantArrival.ts';
export type { TenantActivity } from './generated/platform/tenantmove/v1/TenantActivity.ts';
export type {
  TenantImportProgress,
  TenantImportProgress__Output,
} from './generated/platform/tenantmove/v1/TenantImportProgress.ts';
