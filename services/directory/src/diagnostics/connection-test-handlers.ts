import type {
  CloudDirectoryTest,
  DirectoryKind,
  IdpTest,
  WorkspaceTest,
  connectionTestOperations,
} from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { invalid } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import type { AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import { directoryById, openCredential } from '../directories/directories.ts';
import { cloudDirectoryDiagnosis } from './cloud-directory-diagnosis.ts';
import { directoryDiagnosis, testCalls } from './connections.ts';
import type { TestConnections } from './connections.ts';
import { diagnose } from './diagnosis.ts';
import type { Diagnosis } from './diagnosis.ts';
import { oidcDiagnosis } from './oidc-diagnosis.ts';
import { samlDiagnosis } from './saml-diagnosis.ts';
import { mappedSampling } from './sampling.ts';
import type { Sampling } from './sampling.ts';
import type { TestTurns } from './test-turns.ts';
import { workspaceDiagnosis } from './workspace-diagnosis.ts';

/** The connection under test: from the body, or of a directory. */
interface Tested {
  directoryId?: string | undefined;
  diagnosisOf: () => Diagnosis | Promise<Diagnosis>;
}

interface Scope {
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

const idpKinds: readonly DirectoryKind[] = ['oidc', 'saml'];

export interface ConnectionTestOptions {
  connections: TestConnections;
  secrets: Pick<SecretBox, 'open'>;
  schemas: Pick<AttributeSchemas, 'read'>;
  turns: TestTurns;
  totalMs: number;
}

export function connectionTestHandlers({
  connections,
  secrets,
  schemas,
  turns,
  totalMs,
}: ConnectionTestOptions): Handlers<typeof connectionTestOperations> {
  const { clock, stepMs, google, graph } = connections;

  const stored = (
    { read }: Scope,
    { directoryId, sampleSize = 0 }: { directoryId: string; sampleSize?: number },
    kinds: readonly DirectoryKind[],
  ): Promise<Diagnosis> =>
    read(async (tx) => {
      const directory = await directoryById(tx, directoryId);
      if (!directory || !kinds.includes(directory.kind))
        throw invalid(
          '/directoryId',
          'not_found',
          `must be the id of a directory of kind ${kinds.join(' or ')}`,
        );
      const credential = await openCredential(tx, directory.id, secrets);
      const { tenantId } = tx.context;
      const schema = await schemas.read(tx, 'user');
      const sampling = mappedSampling(sampleSize, directory.attributeMapping, schema);
      return directoryDiagnosis(directory, credential, { tenantId, sampling }, connections);
    });

  /** Sample users of a connection that has no mapping of its own yet. */
  const defaultSampling = async (
    { read }: Scope,
    { sampleSize }: { sampleSize: number },
  ): Promise<Sampling> =>
    mappedSampling(sampleSize, [], await read((tx) => schemas.read(tx, 'user')));

  function workspaceTest(body: WorkspaceTest, tenantId: string, sampling: Sampling): Diagnosis {
    const { serviceAccountKey, adminEmail, customerId, domain } = body;
    if (!serviceAccountKey || adminEmail === undefined) throw new Error('the body was not checked');
    const calls = testCalls(connections, tenantId);
    const credential = { serviceAccountKey, adminEmail };
    const config = { customerId, ...(domain === undefined ? {} : { domain }) };
    return workspaceDiagnosis({ calls, endpoints: google, credential, config, clock }, sampling);
  }

  function cloudDirectoryTest(
    body: CloudDirectoryTest,
    tenantId: string,
    sampling: Sampling,
  ): Diagnosis {
    const { cloud, tenantId: customer = '', clientId = '', clientSecret } = body;
    const endpoints = graph(cloud);
    if (!endpoints)
      throw invalid('/cloud', 'invalid_format', 'must be a cloud that the operator has configured');
    const { certificatePem = '', privateKeyPem = '' } = body;
    const credential =
      clientSecret === undefined
        ? { type: 'client_certificate' as const, clientId, certificatePem, privateKeyPem }
        : { type: 'client_secret' as const, clientId, clientSecret };
    const config = { tenantId: customer, includeGuests: false };
    const calls = testCalls(connections, tenantId);
    return cloudDirectoryDiagnosis({ calls, endpoints, credential, config, clock }, sampling);
  }

  function idpTest(body: Exclude<IdpTest, { directoryId: string }>, tenantId: string): Diagnosis {
    const calls = testCalls(connections, tenantId);
    if (body.protocol === 'saml') return samlDiagnosis({ ...body, calls, clock });
    const { issuer, clientId, clientSecret } = body;
    const proof =
      clientSecret === undefined ? undefined : { type: 'client_secret' as const, clientSecret };
    return oidcDiagnosis({ calls, issuer, clientId, proof, clock });
  }

  /** Runs a test. The event contains its kind and its result, and nothing of the credential. */
  async function tested(scope: Scope, tenantId: string, { directoryId, diagnosisOf }: Tested) {
    return turns.run(tenantId, async () => {
      const { report } = await diagnose(await diagnosisOf(), { totalMs, stepMs, clock });
      const failed = report.steps.find(({ status }) => status === 'failed');
      const id = directoryId ?? newId('request');
      await scope.transact((tx) =>
        tx.publish({
          type: 'federation.connection_tested',
          subject: { type: 'directory', id },
          data: { directory: { id, kind: report.kind }, error: failed?.code ?? null },
        }),
      );
      return report;
    });
  }

  return {
    workspaceConnectionTesterTest: ({ principal: { tenantId }, body, ...scope }) =>
      tested(scope, tenantId, {
        directoryId: body.directoryId,
        diagnosisOf: async () =>
          body.directoryId === undefined
            ? workspaceTest(body, tenantId, await defaultSampling(scope, body))
            : stored(scope, { ...body, directoryId: body.directoryId }, ['workspace']),
      }),

    cloudDirectoryConnectionTesterTest: ({ principal: { tenantId }, body, ...scope }) =>
      tested(scope, tenantId, {
        directoryId: body.directoryId,
        diagnosisOf: async () =>
          body.directoryId === undefined
            ? cloudDirectoryTest(body, tenantId, await defaultSampling(scope, body))
            : stored(scope, { ...body, directoryId: body.directoryId }, ['cloud_directory']),
      }),

    idpConnectionTesterTest: ({ principal: { tenantId }, body, ...scope }) =>
      'directoryId' in body
        ? tested(scope, tenantId, {
            directoryId: body.directoryId,
            diagnosisOf: () => stored(scope, body, idpKinds),
          })
        : tested(scope, tenantId, { diagnosisOf: () => idpTest(body, tenantId) }),
  };
}
