import { serveSomeRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import type { TenantImportProgress } from '@platform/protos';

/** The responses of a fake sibling about imported tenants. */
export interface TestTenantMove {
  /** By tenant; absent: nothing was imported. */
  readonly progress: Map<string, TenantImportProgress>;
}

/** A fake of `platform.tenantmove.v1.TenantMove`, to mount in a fake sibling. */
export function testTenantMove(check: () => void): TestTenantMove & { mount: RpcMount } {
  const progress: TestTenantMove['progress'] = new Map();
  const mount = serveSomeRpc(
    'platform.tenantmove.v1.TenantMove',
    {
      async Progress({ tenantId }) {
        check();
        return progress.get(tenantId) ?? { isPublished: true };
      },
    },
    { Progress: ['hub'] },
  );
  return { progress, mount };
}
