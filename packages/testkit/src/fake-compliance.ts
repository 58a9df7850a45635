import { serveRpc, serveSomeRpc } from '@platform/kit/grpc';
import type { RpcHandlers } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { startSibling } from './fake-sibling.ts';
import type { TestCluster, TestSibling } from './fake-sibling.ts';

type RecordedConsents = Parameters<RpcHandlers<'platform.compliance.v1.Consents'>['Record']>[0];

/** An active legal document. People agree to its type. */
export interface TestDocument {
  id: string;
  type: string;
  title?: string;
  /** The text, or the URL where it is published. */
  content?: string;
  contentUrl?: string;
}

/** A fake compliance service. By default, no tenant has a legal document. */
export interface TestCompliance extends TestSibling {
  /** Sets the legal documents whose active version people have to agree to. */
  setDocuments(tenantId: string, documents: readonly TestDocument[]): void;
  /** The recorded consents, in order. */
  readonly recorded: readonly RecordedConsents[];
  /** Sets the types of legal documents with an active version. */
  setActiveDocuments(tenantId: string, types: readonly string[]): void;
  /** Sets the identifiers of erased people, as `type value`: `email ada@example.com`. */
  setErased(tenantId: string, identifiers: readonly string[]): void;
  /** Number of calls that ask who was erased. */
  readonly statusCalls: number;
}

/** Starts {@link TestCompliance}. */
export async function startTestCompliance(cluster: TestCluster): Promise<TestCompliance> {
  const active = new Map<string, readonly TestDocument[]>();
  const recorded: RecordedConsents[] = [];
  const erased = new Map<string, readonly string[]>();
  let statusCalls = 0;
  const sibling = await startSibling(cluster, 'compliance', (check) => [
    serveRpc(
      'platform.compliance.v1.LegalDocuments',
      {
        async GetActive({ tenantId, docTypes, subjectId, withoutContent }) {
          check();
          const documents = (active.get(tenantId) ?? []).filter(
            ({ type }) => docTypes.length === 0 || docTypes.includes(type),
          );
          const hasAgreed = (type: string): boolean =>
            recorded.some(
              (one) =>
                one.tenantId === tenantId &&
                one.subjectId === subjectId &&
                one.items.some(({ purposeKey }) => purposeKey === type),
            );
          const outstanding = documents
            .filter(({ type }) => !hasAgreed(type))
            .map(({ id, type }) => ({ purposeKey: type, version: '1', documentIds: [id] }));
          const shown = documents.map((one) => (withoutContent ? { ...one, content: '' } : one));
          return { documents: shown, outstanding };
        },
      },
      { GetActive: ['hub', 'identity-service', 'directory'] },
    ),
    serveSomeRpc(
      'platform.compliance.v1.Consents',
      {
        async Record(request) {
          check();
          if (request.subjectId === '' || request.items.length === 0)
            throw problem('invalid_parameter');
          recorded.push(request);
          return { consentsJson: request.items.map(() => '{}') };
        },
      },
      { Record: ['hub', 'identity-service', 'directory'] },
    ),
    serveRpc(
      'platform.compliance.v1.Subjects',
      {
        async Status({ tenantId, identifiers }) {
          check();
          statusCalls += 1;
          const known = erased.get(tenantId) ?? [];
          return {
            results: identifiers.map(({ type, value }) => ({
              state: known.includes(`${type} ${value}`) ? 'ERASED' : 'NONE',
            })),
          };
        },
      },
      { Status: ['directory', 'hub', 'identity-service'] },
    ),
  ]);
  return {
    ...sibling,
    recorded,
    setDocuments: (tenantId, documents) => void active.set(tenantId, documents),
    setActiveDocuments: (tenantId, types) =>
      void active.set(
        tenantId,
        types.map((type) => ({ id: `lgd_${type}`, type })),
      ),
    setErased: (tenantId, identifiers) => void erased.set(tenantId, identifiers),
    get statusCalls() {
      return statusCalls;
    },
  };
}
