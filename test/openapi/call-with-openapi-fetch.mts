// Calls three operations with the types of openapi-typescript. Compiled strictly by the test, against what it generates.
import createClient from 'openapi-fetch';
import type { paths } from './openapi-typescript.ts';

const [baseUrl = '', token = '', email = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

const created = await api.POST('/api/v1/directory/users', {
  body: { email, displayName: 'Ada Lovelace' },
});
if (!created.data) throw new Error(created.error?.detail);

const read = await api.GET('/api/v1/directory/users/{id}', {
  params: { path: { id: created.data.id } },
});
const listed = await api.GET('/api/v1/directory/users', { params: { query: { email, limit: 1 } } });
const absent = await api.GET('/api/v1/directory/users/{id}', { params: { path: { id: 'ada' } } });

console.log(
  JSON.stringify({
    displayName: read.data?.displayName,
    listed: listed.data?.data.map(({ id }) => id === created.data.id),
    code: absent.error?.code,
    detail: absent.error?.detail,
  }),
);
