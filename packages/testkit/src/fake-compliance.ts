import { serveRpc } from '@platform/kit/grpc';
import { startSibling } from './fake-sibling.ts';
import type { TestCluster, TestSibling } from './fake-sibling.ts';

/** A stub of the compliance service: no tenant has a legal document until told otherwise. */
export interface TestCompliance extends TestSibling {
  /** Types of legal documents that have an active version. */
  setActiveDocuments(tenantId: string, types: readonly string[]): void;
  /** Identifiers of people who were erased, as `type value`: `email ada@example.com`. */
  setErased(tenantId: string, identifiers: readonly string[]): void;
  /** How often it was asked who was erased. */
  readonly statusCalls: number;
}

/** Starts {@link TestCompliance}. */
export async function startTestCompliance(cluster: TestCluster): Promise<TestCompliance> {
  const active = new Map<string, readonly string[]>();
  const erased = new Map<string, readonly string[]>();
  let statusCalls = 0;
  const sibling = await startSibling(cluster, 'compliance', (check) => [
    serveRpc(
      'platform.compliance.v1.LegalDocuments',
      {
        async GetActive({ tenantId, docTypes }) {
          check();
          const types = (active.get(tenantId) ?? []).filter(
            (type) => docTypes.length === 0 || docTypes.includes(type),
          );
          return { documents: types.map((type) => ({ type })) };
        },
      },
      { GetActive: ['*'] },
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
    setActiveDocuments: (tenantId, types) => void active.set(tenantId, types),
    setErased: (tenantId, identifiers) => void erased.set(tenantId, identifiers),
    get statusCalls() {
      return statusCalls;
    },
  };
}
