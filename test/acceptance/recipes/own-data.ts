import { eventually } from '@platform/testkit/eventually';
import { anAccount, make, post } from './world.ts';
import type { Account, Recipe, World } from './world.ts';

const me = '/api/v1/me';

const as = (w: World, { token }: Pick<Account, 'token'>): World => ({ ...w, token });
const read = async (w: World, path: string): Promise<any> =>
  (await w.platform.call('get', path, { token: w.token })).body;

const inState = (w: World, path: string, state: string): Promise<any> =>
  eventually(
    async () => {
      const body = await read(w, path);
      return body.state === state ? body : undefined;
    },
    { what: `${path} is ${state}` },
  );

const tokenOnly: Recipe = async (w) => ({ token: (await anAccount(w)).token });

/** An account with a verified contact that is not the primary one. */
async function withSecondContact(w: World) {
  const { id, token } = await anAccount(w);
  const additionalEmails = [{ email: `${w.unique()}@example.com`, verified: true }];
  await w.platform.call('patch', `/api/v1/directory/users/${id}`, {
    token: w.token,
    body: { additionalEmails },
  });
  const { contacts } = await read(as(w, { token }), me);
  return { token, params: { contactId: contacts[1].id as string } };
}

/** The code in the newest mail to an address. */
const mailedCode = (w: World, to: string): Promise<string> =>
  eventually(async () => {
    const inbox = `${w.platform.ready.inbox}/api/mails?to=${encodeURIComponent(to)}`;
    const [mail] = (await (await fetch(inbox)).json()) as { text: string }[];
    return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  });

/** An account with an invitation to its address. */
async function withInvitation(w: World) {
  const account = await anAccount(w);
  const { email } = await read(w, `/api/v1/directory/users/${account.id}`);
  const path = `/api/v1/organizations/${w.organization.id}/invitations`;
  const { id } = await post(w, path, { email });
  return { token: account.token, params: { invId: id as string } };
}

/** An account with a consent. */
async function withConsent(w: World) {
  const { id: subjectId, token } = await anAccount(w);
  const { id } = await post(w, '/api/v1/consents', { subjectId, purposeKey: 'newsletter' });
  return { token, params: { consentId: id as string } };
}

/** An account whose data has been collected. */
async function withData(w: World) {
  const account = await anAccount(w);
  const { id } = await post(as(w, account), `${me}/access-requests`, {});
  await inState(as(w, account), `${me}/access-requests/${id}`, 'COMPLETED');
  return { token: account.token, params: { requestId: id as string } };
}

/** An account that was to be erased: an open request would have ended its sessions. */
async function afterErasure(w: World) {
  const account = await anAccount(w);
  const erasures = '/api/v1/erasure-requests';
  const subject = { type: 'user_id', value: account.id };
  const { id } = await post(w, erasures, { subject });
  await inState(w, `${erasures}/${id}`, 'DEACTIVATED');
  await post(w, `${erasures}/${id}/cancel`, {});
  await inState(w, `${erasures}/${id}`, 'CANCELLED');
  return { token: await account.signInAgain() };
}

export const ownDataRecipes: Record<string, Recipe> = {
  meGet: tokenOnly,
  meUpdate: async (w) => ({
    ...(await tokenOnly(w)),
    body: { displayName: w.unique(), name: { givenName: 'Ada' } },
  }),
  meProfileSchemaGet: async (w) => ({ ...(await tokenOnly(w)), query: { locale: 'de' } }),
  mePreferencesGet: tokenOnly,
  mePreferencesPut: async (w) => ({
    ...(await tokenOnly(w)),
    body: { values: { theme: 'dark', columns: { users: ['email'] } } },
  }),
  meContactCreate: async (w) => ({
    ...(await tokenOnly(w)),
    body: { type: 'email', value: `${w.unique()}@example.com` },
  }),
  async meContactVerify(w) {
    const account = await anAccount(w);
    const value = `${w.unique()}@example.com`;
    const { id } = await post(as(w, account), `${me}/contacts`, { type: 'email', value });
    const code = await mailedCode(w, value);
    return { token: account.token, params: { contactId: id }, body: { code } };
  },
  meContactMakePrimary: withSecondContact,
  meContactDelete: withSecondContact,
  meOrganizationList: tokenOnly,
  async meOrganizationLeave(w) {
    const { id, token } = await anAccount(w);
    const { id: orgId } = await post(w, '/api/v1/organizations', { name: w.unique() });
    await make(w, `/api/v1/organizations/${orgId}/members/${id}`, undefined, 'put');
    return { token, params: { orgId } };
  },
  meInvitationList: tokenOnly,
  meInvitationAccept: withInvitation,
  meInvitationDecline: withInvitation,
  meConsentList: async (w) => ({ ...(await tokenOnly(w)), query: { needsReconsent: 'false' } }),
  meConsentReceipt: withConsent,
  meConsentWithdraw: async (w) => ({ ...(await withConsent(w)), body: { reason: 'Enough' } }),
  meAccessRequestList: tokenOnly,
  meAccessRequestCreate: async (w) => ({
    ...(await tokenOnly(w)),
    body: { kind: 'portability' },
  }),
  meAccessRequestGet: withData,
  meAccessRequestBundle: withData,
  meErasureRequestGet: afterErasure,
  meErasureRequestCreate: tokenOnly,
  // A user with an open request is signed out within moments.
  meErasureRequestCancel: async (w) => ({ ...(await tokenOnly(w)), refusal: 'not_found' }),
  meActivityList: async (w) => ({ ...(await tokenOnly(w)), query: { limit: '2' } }),

  userDirectorySummary: () => ({}),
  userDirectoryGetAccess: async (w) => ({ params: { id: (await anAccount(w)).id } }),
};
