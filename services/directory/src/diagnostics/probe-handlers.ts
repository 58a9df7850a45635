import type { directoryConnectorOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import type { AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import {
  endProbe,
  existingDirectory,
  keepProbe,
  lockDirectory,
  openCredential,
  takeProbe,
} from '../directories/directories.ts';
import type { DirectoryRecord } from '../directories/directories.ts';
import { directoryDiagnosis } from './connections.ts';
import type { TestConnections } from './connections.ts';
import { diagnose } from './diagnosis.ts';
import type { Diagnosed, Diagnosis } from './diagnosis.ts';
import { mappedSampling } from './sampling.ts';
import { scimDiagnosis } from './scim-diagnosis.ts';
import type { TestTurns } from './test-turns.ts';

const sampleSize = 3;
/** Longer than any probe, so that a pod that dies during one blocks others only briefly. */
const leaseMarginSeconds = 10;

export function probeHandlers({
  connections,
  secrets,
  schemas,
  turns,
  bearerExpiries,
  totalMs,
}: {
  connections: TestConnections;
  secrets: Pick<SecretBox, 'open'>;
  schemas: Pick<AttributeSchemas, 'read'>;
  turns: TestTurns;
  /** When the valid SCIM bearers of a directory expire. */
  bearerExpiries: (tx: Tx, directoryId: string, now: Date) => Promise<Date[]>;
  totalMs: number;
}): Pick<Handlers<typeof directoryConnectorOperations>, 'directoryConnectorProbe'> {
  const { clock, stepMs } = connections;
  const leaseSeconds = Math.ceil(totalMs / 1_000) + leaseMarginSeconds;

  async function diagnosisOf(tx: Tx, directory: DirectoryRecord): Promise<Diagnosis> {
    if (directory.kind === 'scim') {
      const expiries = await bearerExpiries(tx, directory.id, new Date(clock()));
      return scimDiagnosis({ expiries, lastInboundAt: directory.lastInboundAt, clock });
    }
    const credential = await openCredential(tx, directory.id, secrets);
    const { tenantId } = tx.context;
    const schema = await schemas.read(tx, 'user');
    const sampling = mappedSampling(sampleSize, directory.attributeMapping, schema);
    return directoryDiagnosis(directory, credential, { tenantId, sampling }, connections);
  }

  /** Reserves the probe: one per directory at a time, across all pods. */
  async function begin(tx: Tx, directoryId: string) {
    const directory = await existingDirectory(tx, directoryId, lockDirectory);
    const diagnosis = await diagnosisOf(tx, directory);
    if (!(await takeProbe(tx, directory.id, leaseSeconds)))
      throw problem('conflict', {
        detail: 'A probe of the directory is already running; read its result with GET',
      });
    return { id: directory.id, diagnosis };
  }

  async function storeDiagnosis(tx: Tx, id: string, diagnosed: Diagnosed): Promise<void> {
    await endProbe(tx, id);
    const directory = await lockDirectory(tx, id);
    if (directory) await keepProbe(tx, directory, diagnosed, clock());
  }

  return {
    directoryConnectorProbe: ({ principal, params, transact }) =>
      turns.run(principal.tenantId, async () => {
        const { id, diagnosis } = await transact((tx) => begin(tx, params.directoryId));
        try {
          const diagnosed = await diagnose(diagnosis, { totalMs, stepMs, clock });
          await transact((tx) => storeDiagnosis(tx, id, diagnosed));
          return diagnosed.report;
        } catch (error) {
          await transact((tx) => endProbe(tx, id));
          throw error;
        }
      }),
  };
}
