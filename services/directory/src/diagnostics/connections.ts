import type { ConnectorCredentialInput, DirectoryConfigOf } from '@platform/contracts';
import type { Egress } from '@platform/kit/egress';
import { problem } from '@platform/kit/problem';
import type { DirectoryRecord } from '../directories/directories.ts';
import type { GoogleEndpoints } from '../sync/sources/google/google-source.ts';
import type { GraphEndpoints } from '../sync/sources/graph/graph-source.ts';
import type { SourceCalls } from '../sync/sources/source-http.ts';
import { cloudDirectoryDiagnosis } from './cloud-directory-diagnosis.ts';
import type { Diagnosis } from './diagnosis.ts';
import { ldapDiagnosis } from './ldap-diagnosis.ts';
import { oidcDiagnosis } from './oidc-diagnosis.ts';
import { samlDiagnosis } from './saml-diagnosis.ts';
import type { Sampling } from './sampling.ts';
import { workspaceDiagnosis } from './workspace-diagnosis.ts';

/** The clients and endpoints that tests use. */
export interface TestConnections {
  egress: Pick<Egress, 'request' | 'connect'>;
  google: GoogleEndpoints;
  /** Looks up a cloud by name; undefined if it is not configured. */
  graph: (cloud: string) => GraphEndpoints | undefined;
  stepMs: number;
  clock: () => number;
}

const maxResponseBytes = 1024 * 1024;

export const testCalls = (
  { egress, stepMs }: Pick<TestConnections, 'egress' | 'stepMs'>,
  tenantId: string,
): SourceCalls => ({ egress, tenantId, timeoutMs: stepMs, maxResponseBytes });

/** The endpoints of a cloud. @throws 409 for a cloud that the operator has removed */
function graphEndpoints({ graph }: Pick<TestConnections, 'graph'>, cloud: string): GraphEndpoints {
  const endpoints = graph(cloud);
  if (!endpoints)
    throw problem('invalid_state', { detail: `The cloud ${cloud} is no longer configured` });
  return endpoints;
}

const missing = () =>
  problem('invalid_state', {
    detail: 'The directory has no credential; set one with PUT on its connector-credential',
  });

/**
 * The test of a directory with its stored credential, for every kind except SCIM. @throws 409
 * without a credential
 */
export function directoryDiagnosis(
  directory: DirectoryRecord,
  credential: ConnectorCredentialInput | undefined,
  { tenantId, sampling }: { tenantId: string; sampling: Sampling },
  connections: TestConnections,
): Diagnosis {
  const { clock, egress, stepMs, google } = connections;
  const calls = testCalls(connections, tenantId);
  const { kind } = directory;
  if (kind === 'saml') {
    const { metadataUrl, metadataXml, entityId } = directory.config as DirectoryConfigOf<'saml'>;
    return samlDiagnosis({ calls, metadataUrl, metadataXml, entityId, clock });
  }
  if (kind === 'oidc') {
    const { issuer, clientId } = directory.config as DirectoryConfigOf<'oidc'>;
    const isProof = credential?.type === 'client_secret' || credential?.type === 'private_key_jwt';
    const proof = isProof ? credential : undefined;
    return oidcDiagnosis({ calls, issuer, clientId, proof, clock });
  }
  if (kind === 'ldap' && credential?.type === 'ldap_bind') {
    const config = directory.config as DirectoryConfigOf<'ldap'>;
    return ldapDiagnosis({ egress, config, credential, timeoutMs: stepMs }, sampling);
  }
  if (kind === 'workspace' && credential?.type === 'google_service_account') {
    const config = directory.config as DirectoryConfigOf<'workspace'>;
    return workspaceDiagnosis({ calls, endpoints: google, credential, config, clock }, sampling);
  }
  const isGraph = credential?.type === 'client_secret' || credential?.type === 'client_certificate';
  if (kind !== 'cloud_directory' || !isGraph) throw missing();
  const config = directory.config as DirectoryConfigOf<'cloud_directory'>;
  const endpoints = graphEndpoints(connections, config.cloud);
  return cloudDirectoryDiagnosis({ calls, endpoints, credential, config, clock }, sampling);
}
