import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { SubjectHash } from '../subject-hash.ts';
import { identifierHash } from '../subjects/subject-resolution.ts';
import { subjectStandings } from './erased-subjects.ts';

const callers = ['hub', 'identity-service', 'directory'];
const maxIdentifiers = 1_000;

/** Whether identifiers belong to people who are being erased or were erased; for imports, SCIM and sign-up. */
export const subjectsRpc = ({
  rpcRunner,
  subjectHash,
}: {
  rpcRunner: RpcRunner;
  subjectHash: SubjectHash;
}): RpcMount =>
  serveRpc(
    'platform.compliance.v1.Subjects',
    {
      async Status({ tenantId, identifiers }, call) {
        if (identifiers.length > maxIdentifiers)
          throw problem('invalid_parameter', {
            detail: `Send at most ${maxIdentifiers} identifiers`,
          });
        const hashes = identifiers.map((one) => identifierHash(subjectHash, tenantId, one));
        const standings = await rpcRunner.read(call, tenantId, (tx) =>
          subjectStandings(tx, hashes),
        );
        return {
          results: standings.map(({ state, erasedAt }) => ({
            state,
            erasedAt: erasedAt?.toISOString() ?? '',
          })),
        };
      },
    },
    { Status: callers },
  );
