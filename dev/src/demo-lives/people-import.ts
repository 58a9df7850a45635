import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { succeeded } from '../management-api.ts';
import { listAll } from './demo-tenant.ts';
import type { DemoGoal } from './demo-tenant.ts';
import type { DemoLife } from './people.ts';

const sources = '/migration-sources';
const longestMs = 120_000;

async function upload({ api, gateway, token }: DemoGoal, content: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { fileName: 'users.ndjson', sizeBytes: content.length, sha256 };
  const { id, uploadUrl, headers } = await succeeded(api('POST', `${sources}/uploads`, file));
  const answer = await fetch(new URL(String(uploadUrl), gateway), {
    method: 'PUT',
    body: new Uint8Array(content),
    headers: { ...(headers as Record<string, string>), authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`The upload of users failed: ${await answer.text()}`);
  return String(id);
}

/** Imports people. Those imported by an earlier run stay as they are. Returns the ids by external id. */
export async function importPeople(
  goal: DemoGoal,
  people: readonly DemoLife[],
): Promise<ReadonlyMap<string, string>> {
  const { api } = goal;
  const lines = people.map((one) => `${JSON.stringify(one)}\n`).join('');
  const uploadId = await upload(goal, Buffer.from(lines));
  await succeeded(
    api('PUT', sources, {
      kind: 'ndjson',
      connection: { file: { uploadId } },
      options: { batchSize: 1_000, trustEmailVerified: true },
    }),
  );
  const { id } = await succeeded(api('POST', `${sources}/import`));
  const until = Date.now() + longestMs;
  for (let state = 'PENDING'; state !== 'COMPLETED';) {
    if (['FAILED', 'CANCELLED'].includes(state) || Date.now() > until)
      throw new Error(`The import of users is ${state.toLowerCase()}.`);
    await wait(200);
    state = String((await succeeded(api('GET', `${sources}/import/jobs/${String(id)}`)))['state']);
  }
  const users = await listAll<{ id: string; externalId: string | null }>(api, '/directory/users');
  return new Map(users.flatMap((user) => (user.externalId ? [[user.externalId, user.id]] : [])));
}
