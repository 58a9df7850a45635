import { applications } from '@platform/sdk';
import type { Application, Client, UpdateApplicationRequest } from '@platform/sdk';
import { textOfLines, withLists } from '../../client/lines.ts';
import { bodyOf } from '../../client/form-text.ts';

/** Fields of which each is a line of text. */
const texts = [
  'name',
  'description',
  'backchannelLogoutUri',
  'logoUri',
  'policyUri',
  'tosUri',
  'jwksUri',
] as const;
/** Fields with an entry in each line. */
const lists = [
  'redirectUris',
  'postLogoutRedirectUris',
  'allowedOrigins',
  'allowedScopes',
] as const;
const checks = ['firstParty', 'requirePkce', 'requirePar', 'requireNonce'] as const;
const seconds = ['accessTokenTtlSeconds', 'refreshTokenIdleTtlSeconds'] as const;

export type TextSetting = (typeof texts)[number];
export type ListSetting = (typeof lists)[number];
export type CheckSetting = (typeof checks)[number];
export type SecondsSetting = (typeof seconds)[number];

/** The form of an application. */
export type SettingsValues = Record<TextSetting | ListSetting, string> &
  Record<CheckSetting, boolean> &
  Record<SecondsSetting, number> &
  Pick<Application, 'grantTypes' | 'tokenEndpointAuthMethod' | 'idTokenSignedResponseAlg'>;

export type SettingName = keyof SettingsValues;

const picked = <K extends string, V>(names: readonly K[], valueOf: (name: K) => V) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<K, V>;

/** The values of an application, as the form has them. */
export const settingsValues = (application: Application): SettingsValues => ({
  ...picked(texts, (name) => application[name] ?? ''),
  ...picked(lists, (name) => textOfLines(application[name])),
  ...picked(checks, (name) => application[name]),
  ...picked(seconds, (name) => application[name]),
  grantTypes: application.grantTypes,
  tokenEndpointAuthMethod: application.tokenEndpointAuthMethod,
  idTokenSignedResponseAlg: application.idTokenSignedResponseAlg,
});

/** The body of a patch: lists instead of their text. */
export const settingsBody = (patch: Record<string, unknown>) => bodyOf(withLists(patch, lists));

/** How the form is saved, and read again after another person has saved. */
export const saveSettings = (clientId: string) => ({
  send: (api: Client, patch: object, ifMatch: string | undefined) =>
    applications(api).update(
      clientId,
      patch as UpdateApplicationRequest,
      ifMatch === undefined ? {} : { ifMatch },
    ),
  reread: (api: Client) => applications(api).get(clientId),
  refreshes: ['applicationGet', 'applicationList'] as const,
});
