import { asProblem } from '@platform/kit/problem';
import type { LoginSiblings } from '../login-siblings.ts';
import { carriedOver, stepAt, visitOf } from './login-step.ts';
import type { Login, LoginStep, StepContext, StepResult } from './login-step.ts';

const typesAt = (login: Login): string[] => {
  const step = stepAt(login);
  return step?.type === 'terms' ? step.config.docTypes : [];
};

/** Lists the documents that the person has not agreed to yet. */
async function outstanding({ login, siblings }: Omit<StepContext, 'form'>) {
  const { request, progress, experience } = login;
  const answer = await siblings.documents().GetActive(
    {
      tenantId: request.tenant.id,
      clientId: request.client.id,
      docTypes: typesAt(login),
      subjectId: progress.userId ?? '',
      locale: experience.locale,
      withoutContent: true,
    },
    { deadlineMs: siblings.deadlineMs, repeatable: true },
  );
  return answer.outstanding.flatMap(({ purposeKey, version, documentIds }) =>
    answer.documents
      .filter(({ id }) => documentIds.includes(id))
      .map(({ id, type, title, contentUrl }) => ({
        id,
        type,
        title,
        url: contentUrl,
        version,
        purposeKey,
      })),
  );
}

/** The text of a document that the person is asked to agree to. */
export interface LegalText {
  title: string;
  /** CommonMark, as written by the tenant. */
  content: string;
}

/** Gets the text of a document on the page of a login. Undefined for any other document, and for one published elsewhere. */
export async function legalTextOf(
  { documents, deadlineMs }: LoginSiblings,
  { request, progress, experience }: Login,
  id: string,
): Promise<LegalText | undefined> {
  const asked = progress.documents?.find((one) => one.id === id);
  if (!asked) return undefined;
  const answer = await documents().GetActive(
    {
      tenantId: request.tenant.id,
      clientId: request.client.id,
      docTypes: [asked.type],
      locale: experience.locale,
    },
    { deadlineMs, repeatable: true },
  );
  const found = answer.documents.find((one) => one.id === id);
  return found?.content ? { title: found.title, content: found.content } : undefined;
}

async function record({ login, siblings }: StepContext): Promise<void> {
  const { request, progress, browser, experience } = login;
  const { documents = [], userId = '' } = progress;
  const purposes = [...new Set(documents.map(({ purposeKey }) => purposeKey))];
  await siblings.consents().Record(
    {
      tenantId: request.tenant.id,
      subjectId: userId,
      clientId: request.client.id,
      items: purposes.map((purposeKey) => {
        const ofPurpose = documents.filter((one) => one.purposeKey === purposeKey);
        return {
          purposeKey,
          version: ofPurpose[0]?.version ?? '',
          decision: 'given',
          noticeDocumentIds: ofPurpose.map(({ id }) => id),
        };
      }),
      language: experience.locale,
      ip: browser.ip,
      userAgent: browser.userAgent,
      idempotencyKey: `${request.uid}-${progress.at}`,
    },
    { deadlineMs: siblings.deadlineMs },
  );
}

async function accept(context: StepContext): Promise<StepResult> {
  const { login } = context;
  const { progress } = login;
  try {
    await record(context);
  } catch (error) {
    const { status } = asProblem(error);
    if (status !== 409 && status !== 422) throw error;
    // The documents have been replaced since they were shown. Show the current ones.
    return { progress: { ...progress, at: undefined, failure: { key: 'error.page_expired' } } };
  }
  const acceptedDocTypes = [...(progress.acceptedDocTypes ?? []), ...typesAt(login)];
  return { progress: { ...progress, acceptedDocTypes }, answer: { outcome: 'accepted' } };
}

/** Asks for agreement to documents. A person who has agreed to all of them sees no page. */
export const termsStep: LoginStep = {
  async arrive(context) {
    const documents = await outstanding(context);
    const { login } = context;
    const { failure } = login.progress;
    const progress = {
      ...carriedOver(login.progress),
      at: visitOf(login.state),
      documents,
      failure,
    };
    return documents.length > 0 ? { progress } : { progress, answer: { outcome: 'accepted' } };
  },
  actions: {
    accept,
    refuse: async ({ login }) => ({ progress: login.progress, answer: { outcome: 'refused' } }),
  },
};
