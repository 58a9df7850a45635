import { createHash } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import { brandingImages } from '../assets/copied-images.ts';
import { storedBranding } from '../branding/stored-branding.ts';
import { defaultBranding } from '../branding/branding-view.ts';
import { lookFor } from '../branding/look.ts';
import { offeredConnectors } from '../connectors/offered-connectors.ts';
import { pageLocale, pageLocales, pageTexts } from './login-locale.ts';

/** The login that the hub asks about. Absent texts are empty. */
export interface LoginQuestion {
  tenantId: string;
  clientId: string;
  organizationId: string;
  uiLocales: readonly string[];
  acceptLanguage: string;
  pinnedVersion?: number;
  knownEtag: string;
}

/** The part of the response that login flows contribute. */
export interface LoginFlowHalf {
  version: number;
  activationSequence: number;
  minimumActivationSequence: number;
  entrypoint: string;
  definition: object;
  /** Minimum length of a new password. */
  passwordMinLength: number;
  binding: { allowedConnectors?: readonly string[] | null } | null;
}

/** Finds the flow of a client, or the pinned version of a login in progress. */
export type FindLoginFlow = (
  tx: Tx,
  login: { clientId: string; pinnedVersion?: number },
) => Promise<LoginFlowHalf>;

export interface ResolveLoginOptions {
  findFlow: FindLoginFlow;
  tenantName: (tenantId: string) => Promise<string>;
}

async function lookHalf(tx: Tx, question: LoginQuestion, { tenantName }: ResolveLoginOptions) {
  const record = await storedBranding(tx);
  const settings = { ...defaultBranding, ...record?.settings };
  const parts = {
    assets: await brandingImages(tx),
    tenantName: await tenantName(question.tenantId),
  };
  const { clientId, organizationId } = question;
  const audience = { clientId, organizationId: organizationId || undefined };
  const { look, themePath } = lookFor(record, parts, audience);
  const locale = pageLocale(settings, question);
  return {
    brandingJson: JSON.stringify(look),
    themePath,
    locale,
    supportedLocales: pageLocales(settings),
    textsJson: JSON.stringify(pageTexts(settings, locale)),
  };
}

const etagOf = (answer: object): string =>
  createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22);

/** Returns all that the hub needs to run and show a login, or only a tag if the caller's copy is current. */
export const resolveLogin =
  (options: ResolveLoginOptions) => async (tx: Tx, question: LoginQuestion) => {
    const { clientId, pinnedVersion } = question;
    const flow = await options.findFlow(tx, { clientId, pinnedVersion });
    const answer = {
      version: flow.version,
      activationSequence: flow.activationSequence,
      minimumActivationSequence: flow.minimumActivationSequence,
      entrypoint: flow.entrypoint,
      passwordMinLength: flow.passwordMinLength,
      definitionJson: JSON.stringify(flow.definition),
      bindingJson: flow.binding ? JSON.stringify(flow.binding) : '',
      connectors: await offeredConnectors(tx, flow.binding?.allowedConnectors),
      ...(await lookHalf(tx, question, options)),
    };
    const etag = etagOf(answer);
    return etag === question.knownEtag
      ? { etag, notModified: true }
      : { etag, notModified: false, ...answer };
  };

/** See {@link resolveLogin}. */
export type ResolveLogin = ReturnType<typeof resolveLogin>;
