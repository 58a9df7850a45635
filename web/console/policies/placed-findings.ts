import type { WordedFinding } from '../../client/field-words.ts';

/** The fields of the form for properties of a policy, the innermost first. */
const fields: readonly (readonly [string, string])[] = [
  ['/conditions/subjects/exclude', 'exclude'],
  ['/conditions/subjects', 'include'],
  ['/conditions/networks/exclude', 'networksExcept'],
  ['/conditions/networks', 'networks'],
  ['/conditions/time/timezone', 'timezone'],
  ['/conditions/time', 'windows'],
  ['/conditions/device/platforms', 'platforms'],
  ['/conditions/risk/signIn', 'riskSignIn'],
  ['/conditions/risk/user', 'riskUser'],
  ['/conditions/principalTypes', 'principalTypes'],
  ['/conditions/grantTypes', 'grantTypes'],
  ['/conditions/scopes', 'scopes'],
  ['/conditions/resources', 'resources'],
  ['/conditions/detailTypes', 'detailTypes'],
  ['/controls/assurance/acr', 'acr'],
  ['/controls/assurance/methods', 'methods'],
  ['/controls/assurance', 'maxAge'],
  ['/controls/consent', 'docTypes'],
  ['/controls/device', 'deviceControls'],
  ['/controls/session/maxAccessTokenSeconds', 'maxAccessToken'],
  ['/controls/session/maxSessionSeconds', 'maxSession'],
  ['/controls/session', 'refreshToken'],
  ['/controls/denyMessage', 'denyMessage'],
  ['/controls', 'effect'],
];

/** Places findings of the platform at the fields of the form. */
export const placedFindings = (findings: readonly WordedFinding[]): readonly WordedFinding[] =>
  findings.map((finding) => {
    const field = fields.find(([prefix]) => finding.pointer.startsWith(prefix))?.[1];
    return field === undefined ? finding : { ...finding, pointer: `/${field}` };
  });
