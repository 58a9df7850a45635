import { post } from './world.ts';
import type { Recipe, World } from './world.ts';

const path = '/api/v1/ssf/receivers';
/** Fewer than a tenant can have. */
const room = 20;

const polled = (w: World) => ({
  name: w.unique(),
  clientId: w.application.clientId,
  delivery: { method: 'urn:ietf:rfc:8936' },
});

/** Makes room for another receiver: the oldest ones go. */
async function makeRoom({ platform, token }: World): Promise<void> {
  const { data } = (await platform.call('get', `${path}?limit=200`, { token })).body;
  for (const { id } of data.slice(room - 1))
    await platform.call('delete', `${path}/${id}`, { token });
}

const aReceiver = async (w: World): Promise<{ receiverId: string }> => {
  await makeRoom(w);
  return { receiverId: (await post(w, path, polled(w))).id };
};

export const securityEventRecipes: Record<string, Recipe> = {
  ssfReceiverList: () => ({}),
  ssfReceiverRegister: async (w) => (await makeRoom(w), { body: polled(w) }),
  ssfReceiverGet: async (w) => ({ params: await aReceiver(w) }),
  ssfReceiverToggle: async (w) => ({
    params: await aReceiver(w),
    body: { status: 'paused', reason: 'Maintenance' },
  }),
  ssfReceiverRemove: async (w) => ({ params: await aReceiver(w) }),
  ssfReceiverVerify: async (w) => ({ params: await aReceiver(w) }),
  ssfReceiverDeliveries: async (w) => ({ params: await aReceiver(w) }),
};
