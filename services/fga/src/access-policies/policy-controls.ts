import type { PolicyControls, PolicySession } from '@platform/contracts';
import { isAcrMet } from '../assurance/acr.ts';
import type { Signals } from './signals.ts';

export type GrantControl = 'assurance' | 'consent' | 'device' | 'passwordChange';

const all = (conditions: readonly (boolean | undefined)[]): boolean => conditions.every(Boolean);

function assured(
  { acr, methods, maxAgeSeconds }: NonNullable<PolicyControls['assurance']>,
  signals: Signals,
): boolean {
  const isStrong =
    acr === undefined ||
    isAcrMet(signals.acr, acr) ||
    (signals.acrSatisfied ?? []).some((value) => isAcrMet(value, acr));
  const isByMethod =
    methods === undefined || methods.some((method) => signals.amr?.includes(method));
  const age =
    signals.authTime === undefined
      ? Infinity
      : (signals.at.getTime() - signals.authTime.getTime()) / 1000;
  return isStrong && isByMethod && (maxAgeSeconds === undefined || age <= maxAgeSeconds);
}

const checks: {
  [K in GrantControl]: (wanted: NonNullable<PolicyControls[K]>, signals: Signals) => boolean;
} = {
  assurance: assured,
  consent: ({ docTypes }, { acceptedDocTypes }) =>
    docTypes.every((type) => acceptedDocTypes?.includes(type)),
  device: ({ managed, compliant, known }, { device }) =>
    all([!managed || device?.managed, !compliant || device?.compliant, !known || device?.known]),
  passwordChange: (_wanted, { passwordChanged }) => passwordChanged === true,
};

/**
 * The unmet grant controls of a policy, by its operator. An absent signal never meets a control.
 */
export function unmetControls(controls: PolicyControls, signals: Signals): GrantControl[] {
  const named = (Object.keys(checks) as GrantControl[]).filter(
    (name) => controls[name] !== undefined,
  );
  const unmet = named.filter((name) => !checks[name](controls[name] as never, signals));
  return controls.operator === 'any' && unmet.length < named.length ? [] : unmet;
}

const strictness = ['none', 'dpop', 'mtls'] as const;
const smaller = (a: number | null, b: number | undefined): number | null =>
  b === undefined ? a : a === null ? b : Math.min(a, b);

/** Combines session controls: the smallest number, `deny` and the stricter constraint win. */
export const sessionOf = (policies: readonly PolicyControls[]): PolicySession =>
  policies.reduce<PolicySession>(
    (sum, { session }) =>
      session === undefined
        ? sum
        : {
            maxAccessTokenSeconds: smaller(
              sum.maxAccessTokenSeconds,
              session.maxAccessTokenSeconds,
            ),
            maxSessionSeconds: smaller(sum.maxSessionSeconds, session.maxSessionSeconds),
            refreshToken: session.refreshToken === 'deny' ? 'deny' : sum.refreshToken,
            senderConstrained:
              strictness.indexOf(session.senderConstrained ?? 'none') >
              strictness.indexOf(sum.senderConstrained)
                ? (session.senderConstrained ?? 'none')
                : sum.senderConstrained,
          },
    {
      maxAccessTokenSeconds: null,
      maxSessionSeconds: null,
      refreshToken: 'allow',
      senderConstrained: 'none',
    },
  );
