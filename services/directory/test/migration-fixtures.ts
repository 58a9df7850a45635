import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import type { TestAnswer, TestApi, TestPlatform } from '@platform/testkit/service';

export const sourcesPath = '/api/v1/migration-sources';
export const usersPath = '/api/v1/directory/users';

export const expectBody = (answer: TestAnswer, status = 200) => {
  expect([answer.status, answer.body?.errors ?? answer.body?.code]).toEqual([status, undefined]);
  return answer.body;
};

/** Uploads a file and returns its id. */
export async function upload(api: TestApi, content: string | Buffer): Promise<string> {
  const bytes = Buffer.from(content);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const made = expectBody(
    await api.post(`${sourcesPath}/uploads`, {
      body: { fileName: 'users.ndjson', sizeBytes: bytes.length, sha256 },
    }),
  );
  expect(
    expectBody(await api.put(made.uploadUrl, { rawBody: bytes, headers: made.headers })),
  ).toEqual({
    id: made.id,
    sizeBytes: bytes.length,
    sha256,
  });
  return made.id;
}

export const lines = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Configures a source of JSON lines. */
export async function configure(
  api: TestApi,
  content: string | Buffer,
  more: { options?: object; mapping?: object[] } = {},
) {
  const uploadId = await upload(api, content);
  return expectBody(
    await api.put(sourcesPath, {
      body: { kind: 'ndjson', connection: { file: { uploadId } }, ...more },
    }),
  );
}

export const ended = (api: TestApi, id: string): Promise<any> =>
  eventually(
    async () => {
      const job = expectBody(await api.get(`${sourcesPath}/import/jobs/${id}`));
      return ['COMPLETED', 'FAILED', 'CANCELLED'].includes(job.state) ? job : undefined;
    },
    { what: 'the import has ended' },
  );

/** Imports the users of the source. */
export async function imported(api: TestApi): Promise<any> {
  const { id } = expectBody(await api.post(`${sourcesPath}/import`), 202);
  return ended(api, id);
}

export const errorsOf = async (api: TestApi, id: string): Promise<any[]> =>
  expectBody(await api.get(`${sourcesPath}/import/jobs/${id}/errors`)).data;

/** Events of a tenant, by type, in the order in which they were published. */
export const eventsOfType = async (
  platform: TestPlatform,
  tenantId: string,
  type: string,
): Promise<any[]> =>
  (
    await platform.service.platform.db.read(
      { tenantId, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.rows<{ data: unknown }>(
          "SELECT envelope->'data'->'data' AS data FROM outbox WHERE tenant_id = $1 AND envelope->>'type' = $2 ORDER BY position",
          [tenantId, type],
        ),
    )
  ).map(({ data }) => data);
