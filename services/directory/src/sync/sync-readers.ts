import type { ConnectorCredentialInput, DirectoryConfigOf } from '@platform/contracts';
import type { Egress } from '@platform/kit/egress';
import type { DirectoryRecord } from '../directories/directories.ts';
import { googleReader } from './sources/google/google-reader.ts';
import type { GoogleEndpoints } from './sources/google/google-source.ts';
import { graphReader } from './sources/graph/graph-reader.ts';
import type { GraphEndpoints } from './sources/graph/graph-source.ts';
import { ldapReader } from './sources/ldap/ldap-reader.ts';
import type { RemoteReader } from './sources/remote-records.ts';

/** The clients that sources are read with. */
export interface SourceConnections {
  egress: Pick<Egress, 'request' | 'connect'>;
  google: GoogleEndpoints;
  graph: (cloud: string) => GraphEndpoints | undefined;
  clock: () => number;
}

const timeoutMs = 30_000;
const maxResponseBytes = 16 * 1024 * 1024;

/**
 * The reader of a directory's source; undefined if the credential does not match, or the cloud is
 * not configured.
 */
export function sourceReader(
  directory: DirectoryRecord,
  credential: ConnectorCredentialInput,
  { tenantId, position }: { tenantId: string; position: Record<string, unknown> | null },
  { egress, google, graph, clock }: SourceConnections,
): RemoteReader | undefined {
  const calls = { egress, tenantId, timeoutMs, maxResponseBytes };
  const withGroups = directory.sync?.groups ?? false;
  const { kind } = directory;
  if (kind === 'ldap' && credential.type === 'ldap_bind') {
    const config = directory.config as DirectoryConfigOf<'ldap'>;
    return ldapReader({ egress, config, credential, timeoutMs }, { withGroups, position });
  }
  if (kind === 'workspace' && credential.type === 'google_service_account') {
    const config = directory.config as DirectoryConfigOf<'workspace'>;
    return googleReader({ calls, endpoints: google, credential, config, clock }, withGroups);
  }
  const isGraph = credential.type === 'client_secret' || credential.type === 'client_certificate';
  if (kind !== 'cloud_directory' || !isGraph) return undefined;
  const config = directory.config as DirectoryConfigOf<'cloud_directory'>;
  const endpoints = graph(config.cloud);
  return (
    endpoints &&
    graphReader({ calls, endpoints, credential, config, clock }, { withGroups, position })
  );
}
