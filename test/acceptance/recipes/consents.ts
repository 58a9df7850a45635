import { post } from './world.ts';
import type { Recipe, World } from './world.ts';

const aConsent = async (w: World): Promise<{ consentId: string }> => {
  const body = { subjectId: w.unique(), purposeKey: 'newsletter' };
  return { consentId: (await post(w, '/api/v1/consents', body)).id };
};

const aPurpose = async (w: World): Promise<{ purposeKey: string }> => {
  const purposeKey = `p-${w.unique()}`;
  await w.platform.call('put', `/api/v1/consent-purposes/${purposeKey}`, {
    body: { name: purposeKey },
    token: w.token,
  });
  return { purposeKey };
};

const aDocument = async (w: World) => {
  const { clientId } = w.application;
  const docType = `policy-${w.unique()}`;
  const body = { title: 'Policy', locale: 'en', content: '# Policy' };
  const { id } = await post(w, `/api/v1/applications/${clientId}/${docType}`, body);
  return { clientId, docType, id: id as string };
};

export const consentRecipes: Record<string, Recipe> = {
  consentList: (w) => ({ query: { subjectId: w.user.id, needsReconsent: 'false' } }),
  consentGrant: (w) => ({
    body: { subjectId: w.unique(), purposeKey: 'newsletter', evidence: { formId: 'sign-up' } },
  }),
  consentCheck: (w) => ({
    query: { subjectId: w.unique(), purposeKey: 'newsletter', version: '1' },
  }),
  consentGet: async (w) => ({ params: await aConsent(w) }),
  consentChange: async (w) => ({
    params: await aConsent(w),
    body: { decision: 'given', reason: 'Asked again' },
  }),
  consentReceipt: async (w) => ({ params: await aConsent(w) }),
  consentWithdraw: async (w) => ({ params: await aConsent(w), body: { reason: 'Enough' } }),
  consentPurposeList: () => ({ query: { state: 'active' } }),
  consentPurposeGet: async (w) => ({ params: await aPurpose(w), query: { version: '1' } }),
  consentPurposePut: (w) => ({
    params: { purposeKey: `p-${w.unique()}` },
    body: { name: 'Newsletter', translations: { de: { name: 'Rundbrief' } } },
  }),
  consentPurposeRetire: async (w) => ({ params: await aPurpose(w) }),
  complianceProfileGet: () => ({}),
  complianceProfilePut: (w) => ({ body: { controllerName: w.unique(), defaultLocale: 'de' } }),
  legalDocumentsList: async (w) => {
    const { id: _id, ...params } = await aDocument(w);
    return { params, query: { locale: 'en', state: 'draft' } };
  },
  legalDocumentsCreate: (w) => ({
    params: { clientId: w.application.clientId, docType: 'terms-of-service' },
    body: { title: 'Terms of service', locale: 'en', content: '# Terms' },
  }),
  legalDocumentsGet: async (w) => ({ params: await aDocument(w) }),
  legalDocumentsDelete: async (w) => ({ params: await aDocument(w) }),
  legalDocumentsActivate: async (w) => ({ params: await aDocument(w) }),
  legalDocumentsRetire: async (w) => {
    const params = await aDocument(w);
    const path = `/api/v1/applications/${params.clientId}/${params.docType}/${params.id}`;
    await post(w, `${path}/activate`, undefined);
    return { params };
  },
};
