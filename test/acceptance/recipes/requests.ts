import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { aUser, post } from './world.ts';
import type { Recipe, World } from './world.ts';

const erasures = '/api/v1/erasure-requests';
const accessRequests = '/api/v1/access-requests';
const vetoClients = '/api/v1/erasure-veto-clients';

const aPerson = async (w: World) => ({ type: 'user_id', value: await aUser(w) });

const inState = (w: World, path: string, state: string): Promise<any> =>
  eventually(
    async () => {
      const { body } = await w.platform.call('get', path, { token: w.token });
      return body.state === state ? body : undefined;
    },
    { what: `${path} is ${state}` },
  );

/** What only time, or a service that is away, would bring about. */
const sql = (w: World, statement: string, params: unknown[]): Promise<unknown> =>
  withClient(w.platform.postgresUrl, (client) => client.query(statement, params));

async function anErasure(w: World): Promise<{ requestId: string }> {
  const { id } = await post(w, erasures, { subject: await aPerson(w) });
  await inState(w, `${erasures}/${id}`, 'DEACTIVATED');
  return { requestId: id };
}

const aHold = async (w: World) => {
  const { requestId } = await anErasure(w);
  const body = { reasonCode: 'legal_claim', reason: 'A suit' };
  const { id } = await post(w, `${erasures}/${requestId}/holds`, body);
  return { requestId, holdId: id as string };
};

/** An erasure whose grace period is over; releasing its hold triggers it. */
async function aCompletedErasure(w: World): Promise<{ requestId: string }> {
  const { requestId, holdId } = await aHold(w);
  await sql(w, 'UPDATE compliance.erasure_requests SET grace_ends_at = now() WHERE id = $1', [
    requestId,
  ]);
  await w.platform.call('delete', `${erasures}/${requestId}/holds/${holdId}`, { token: w.token });
  await inState(w, `${erasures}/${requestId}`, 'COMPLETED');
  return { requestId };
}

async function anAccessRequest(w: World, state = 'COMPLETED'): Promise<{ requestId: string }> {
  const { id } = await post(w, accessRequests, { subject: await aPerson(w) });
  await inState(w, `${accessRequests}/${id}`, 'COMPLETED');
  if (state !== 'COMPLETED')
    await sql(w, 'UPDATE compliance.access_requests SET state = $2 WHERE id = $1', [id, state]);
  return { requestId: id };
}

const aVetoClient = (w: World) => ({
  name: w.unique(),
  url: 'https://localhost:9443/veto',
  onTimeout: 'allow',
});

export const requestRecipes: Record<string, Recipe> = {
  erasureRequestCreate: async (w) => ({
    body: { subject: await aPerson(w), reason: 'account_closure', note: 'By mail' },
  }),
  erasureRequestList: (w) => ({ query: { userId: w.user.id, state: 'DEACTIVATED' } }),
  erasureRequestStatus: async (w) => ({ params: await anErasure(w) }),
  erasureRequestCancel: async (w) => ({
    params: await anErasure(w),
    body: { reason: 'A mistake' },
  }),
  erasureRequestCertificate: async (w) => ({ params: await aCompletedErasure(w) }),
  erasureRequestRaiseHold: async (w) => ({
    params: await anErasure(w),
    body: {
      reasonCode: 'legal_claim',
      reason: 'A suit',
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  }),
  erasureRequestLiftHold: async (w) => ({ params: await aHold(w) }),
  erasureVetoClientList: () => ({ query: { limit: '5' } }),
  erasureVetoClientRegister: (w) => ({ body: aVetoClient(w) }),
  erasureVetoClientRemove: async (w) => ({
    params: { vetoClientId: (await post(w, vetoClients, aVetoClient(w))).id },
  }),
  accessRequestCreate: async (w) => ({
    body: { subject: await aPerson(w), kind: 'portability', requestedBy: 'agent' },
  }),
  accessRequestList: (w) => ({ query: { userId: w.user.id, state: 'COMPLETED' } }),
  accessRequestGet: async (w) => ({ params: await anAccessRequest(w) }),
  accessRequestBundle: async (w) => ({ params: await anAccessRequest(w) }),
  accessRequestRetry: async (w) => ({ params: await anAccessRequest(w, 'FAILED') }),
  accessRequestCancel: async (w) => ({ params: await anAccessRequest(w, 'RUNNING') }),
};
