import { serveRpc } from '@platform/kit/grpc';
import { startSibling } from './fake-sibling.ts';
import type { TestCluster, TestSibling } from './fake-sibling.ts';

/** A stub of the compliance service: no tenant has a legal document until told otherwise. */
export interface TestCompliance extends TestSibling {
  /** Types of legal documents that have an active version. */
  setActiveDocuments(tenantId: string, types: readonly string[]): void;
}

/** Starts {@link TestCompliance}. */
export async function startTestCompliance(cluster: TestCluster): Promise<TestCompliance> {
  const active = new Map<string, readonly string[]>();
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
  ]);
  return {
    ...sibling,
    setActiveDocuments: (tenantId, types) => void active.set(tenantId, types),
  };
}
