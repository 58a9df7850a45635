import { fileURLToPath } from 'node:url';
import { loadPackageDefinition } from '@grpc/grpc-js';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { MessageTypeDefinition, PackageDefinition } from '@grpc/proto-loader';
import type { ErrorInfo, ErrorInfo__Output } from './generated/google/rpc/ErrorInfo.ts';
import type { Status, Status__Output } from './generated/google/rpc/Status.ts';
import type { DataSubjectDefinition } from './generated/platform/datasubject/v1/DataSubject.ts';
import type { DeadLettersDefinition } from './generated/platform/deadletters/v1/DeadLetters.ts';
import type { DirectoryDefinition } from './generated/platform/directory/v1/Directory.ts';
import type { SetupLinksDefinition } from './generated/platform/directory/v1/SetupLinks.ts';
import type { AccessPoliciesDefinition } from './generated/platform/fga/v1/AccessPolicies.ts';
import type { EntitlementsDefinition } from './generated/platform/fga/v1/Entitlements.ts';
import type { FgaDefinition } from './generated/platform/fga/v1/Fga.ts';
import type { PrincipalAccessDefinition } from './generated/platform/fga/v1/PrincipalAccess.ts';
import type { RolesDefinition } from './generated/platform/fga/v1/Roles.ts';
import type { ApiResourcesDefinition } from './generated/platform/hub/v1/ApiResources.ts';
import type { ClientsDefinition } from './generated/platform/hub/v1/Clients.ts';
import type { IpRulesDefinition } from './generated/platform/hub/v1/IpRules.ts';
import type { TenantMovesDefinition } from './generated/platform/hub/v1/TenantMoves.ts';
import type { TenantsDefinition } from './generated/platform/hub/v1/Tenants.ts';
import type { JobsDefinition } from './generated/platform/jobs/v1/Jobs.ts';
import type { LoginExperienceDefinition } from './generated/platform/identity/v1/LoginExperience.ts';
import type { CredentialsDefinition } from './generated/platform/identity/v1/Credentials.ts';
import type { SocialDefinition } from './generated/platform/identity/v1/Social.ts';
import type { PreviewsDefinition } from './generated/platform/identity/v1/Previews.ts';
import type { MailDefinition } from './generated/platform/identity/v1/Mail.ts';
import type { ConsentsDefinition } from './generated/platform/compliance/v1/Consents.ts';
import type { LegalDocumentsDefinition } from './generated/platform/compliance/v1/LegalDocuments.ts';
import type { ErasureCertificatesDefinition } from './generated/platform/compliance/v1/ErasureCertificates.ts';
import type { SubjectsDefinition } from './generated/platform/compliance/v1/Subjects.ts';
import type { OverviewDefinition } from './generated/platform/overview/v1/Overview.ts';
import type { DeliveriesDefinition } from './generated/platform/outbound/v1/Deliveries.ts';
import type { HooksDefinition } from './generated/platform/outbound/v1/Hooks.ts';
import type { SigningDefinition } from './generated/platform/hub/v1/Signing.ts';
import type { WebSessionsDefinition } from './generated/platform/hub/v1/WebSessions.ts';
import type { TenantMoveDefinition } from './generated/platform/tenantmove/v1/TenantMove.ts';
import type { ClaimSchemasDefinition } from './generated/platform/outbound/v1/ClaimSchemas.ts';

export type * from './messages.ts';

/** Every gRPC service of the platform by its full name. */
export interface RpcServices {
  'platform.hub.v1.Tenants': TenantsDefinition;
  'platform.hub.v1.TenantMoves': TenantMovesDefinition;
  'platform.hub.v1.ApiResources': ApiResourcesDefinition;
  'platform.hub.v1.Clients': ClientsDefinition;
  'platform.hub.v1.IpRules': IpRulesDefinition;
  'platform.directory.v1.Directory': DirectoryDefinition;
  'platform.directory.v1.SetupLinks': SetupLinksDefinition;
  'platform.fga.v1.AccessPolicies': AccessPoliciesDefinition;
  'platform.fga.v1.Entitlements': EntitlementsDefinition;
  'platform.fga.v1.Fga': FgaDefinition;
  'platform.fga.v1.PrincipalAccess': PrincipalAccessDefinition;
  'platform.fga.v1.Roles': RolesDefinition;
  'platform.deadletters.v1.DeadLetters': DeadLettersDefinition;
  'platform.jobs.v1.Jobs': JobsDefinition;
  'platform.outbound.v1.ClaimSchemas': ClaimSchemasDefinition;
  'platform.identity.v1.LoginExperience': LoginExperienceDefinition;
  'platform.identity.v1.Credentials': CredentialsDefinition;
  'platform.identity.v1.Social': SocialDefinition;
  'platform.identity.v1.Mail': MailDefinition;
  'platform.identity.v1.Previews': PreviewsDefinition;
  'platform.compliance.v1.Consents': ConsentsDefinition;
  'platform.compliance.v1.LegalDocuments': LegalDocumentsDefinition;
  'platform.compliance.v1.ErasureCertificates': ErasureCertificatesDefinition;
  'platform.compliance.v1.Subjects': SubjectsDefinition;
  'platform.outbound.v1.Deliveries': DeliveriesDefinition;
  'platform.outbound.v1.Hooks': HooksDefinition;
  'platform.hub.v1.Signing': SigningDefinition;
  'platform.hub.v1.WebSessions': WebSessionsDefinition;
  'platform.datasubject.v1.DataSubject': DataSubjectDefinition;
  'platform.overview.v1.Overview': OverviewDefinition;
  'platform.tenantmove.v1.TenantMove': TenantMoveDefinition;
}

/** Methods that answer with a stream: the generated types do not say it. */
export type StreamingMethod = 'Export';

/** A full name. */
export type RpcServiceName = keyof RpcServices;

const root = fileURLToPath(new URL('..', import.meta.url));
const files = [
  'hub',
  'directory',
  'datasubject',
  'deadletters',
  'fga',
  'outbound',
  'jobs',
  'identity',
  'compliance',
  'overview',
  'tenantmove',
].map((name) => `platform/${name}/v1/${name}.proto`);

/** Messages of the field's own that travel beside the services' (google.rpc, the richer error model of gRPC). */
export interface RpcMessages {
  'google.rpc.Status': MessageTypeDefinition<Status, Status__Output>;
  'google.rpc.ErrorInfo': MessageTypeDefinition<ErrorInfo, ErrorInfo__Output>;
}

const load = (names: readonly string[]): PackageDefinition =>
  loadSync([...names], {
    includeDirs: [root],
    longs: Number,
    enums: String,
    defaults: true,
    oneofs: true,
  });

const richErrors = ['google/rpc/status.proto', 'google/rpc/error_details.proto'];

let all: PackageDefinition | undefined;

/** All services and messages as their files declare them; the files are read once. */
export const rpcPackage = (): PackageDefinition => (all ??= load([...files, ...richErrors]));

/** By the name of the package: a process reads the files of the packages that it serves and calls, and no others. */
const packages = new Map<string, unknown>();

const filesOf = (packageName: string): readonly string[] => {
  const path = `${packageName.replaceAll('.', '/')}/`;
  return packageName === 'google.rpc' ? richErrors : files.filter((file) => file.startsWith(path));
};

/** What a full name names. */
function named(name: string): unknown {
  const packageName = name.slice(0, name.lastIndexOf('.'));
  const known = packages.get(packageName) ?? loadPackageDefinition(load(filesOf(packageName)));
  packages.set(packageName, known);
  return name
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], known);
}

/** How a message is written and read. */
export const rpcMessage = <N extends keyof RpcMessages>(name: N): RpcMessages[N] =>
  named(name) as RpcMessages[N];

/** The definition of a service, for servers and clients. */
export const rpcDefinition = <N extends RpcServiceName>(
  name: N,
): RpcServices[N] & ServiceDefinition =>
  (named(name) as { service: RpcServices[N] & ServiceDefinition }).service;
