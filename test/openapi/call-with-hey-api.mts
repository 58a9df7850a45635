// Calls three operations with the client of @hey-api/openapi-ts. Compiled strictly by the test, against what it generates.
import { createClient } from './hey-api/client/index.ts';
import { userDirectoryCreate, userDirectoryGet, userDirectoryList } from './hey-api/sdk.gen.ts';

const [baseUrl = '', token = '', email = ''] = process.argv.slice(2);
const client = createClient({ baseUrl, auth: token });

const created = await userDirectoryCreate({
  client,
  body: { email, displayName: 'Ada Lovelace' },
  throwOnError: true,
});
const { id } = created.data;
const read = await userDirectoryGet({ client, path: { id } });
const listed = await userDirectoryList({ client, query: { email, limit: 1 } });
const absent = await userDirectoryGet({ client, path: { id: 'ada' } });

console.log(
  JSON.stringify({
    displayName: read.data?.displayName,
    listed: listed.data?.data.map((user) => user.id === id),
    code: absent.error?.code,
    detail: absent.error?.detail,
  }),
);
