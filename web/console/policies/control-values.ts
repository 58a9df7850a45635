import type { AccessPolicy } from '@platform/sdk';
import { linesOf, textOfLines } from '../../client/lines.ts';
import { deviceFacts } from './condition-values.ts';

export type Controls = AccessPolicy['controls'];
type Session = NonNullable<Controls['session']>;
type Assurance = NonNullable<Controls['assurance']>;

export const acrs = ['none', 'aal1', 'aal2', 'aal3', 'phr', 'phrh'] as const;
export const refreshTokens = ['unset', 'allow', 'deny'] as const;
export const senderConstraints = ['unset', 'none', 'dpop', 'mtls'] as const;

/** The form of controls. Numbers are texts, and empty ones are absent. */
export interface ControlValues {
  effect: 'block' | 'require';
  operator: 'all' | 'any';
  acr: (typeof acrs)[number];
  methods: string;
  maxAge: string;
  docTypes: string;
  deviceControls: readonly (typeof deviceFacts)[number][];
  passwordChange: boolean;
  maxAccessToken: string;
  maxSession: string;
  refreshToken: (typeof refreshTokens)[number];
  senderConstrained: (typeof senderConstraints)[number];
  denyMessage: string;
}

const messageLine = /^([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*) *: *(.+)$/;
const numberText = (value: number | undefined): string =>
  value === undefined ? '' : String(value);

/** The first line that has no language. */
export const messageFault = (text: string): string | undefined =>
  linesOf(text).find((line) => !messageLine.test(line));

/** The values of controls, as the form has them. */
export const controlValues = (controls: Controls): ControlValues => ({
  effect: controls.block ? 'block' : 'require',
  operator: controls.operator ?? 'all',
  acr: controls.assurance?.acr ?? 'none',
  methods: textOfLines(controls.assurance?.methods ?? []),
  maxAge: numberText(controls.assurance?.maxAgeSeconds),
  docTypes: textOfLines(controls.consent?.docTypes ?? []),
  deviceControls: deviceFacts.filter((fact) => controls.device?.[fact]),
  passwordChange: controls.passwordChange ?? false,
  maxAccessToken: numberText(controls.session?.maxAccessTokenSeconds),
  maxSession: numberText(controls.session?.maxSessionSeconds),
  refreshToken: controls.session?.refreshToken ?? 'unset',
  senderConstrained: controls.session?.senderConstrained ?? 'unset',
  denyMessage: textOfLines(
    Object.entries(controls.denyMessage ?? {}).map(([locale, text]) => `${locale}: ${text}`),
  ),
});

const messagesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    linesOf(text).flatMap((line) => {
      const [, locale, message] = messageLine.exec(line) ?? [];
      return locale && message ? [[locale, message]] : [];
    }),
  );

const assuranceOf = ({ acr, methods, maxAge }: ControlValues): Assurance => ({
  ...(acr !== 'none' && { acr }),
  ...(linesOf(methods).length > 0 && { methods: linesOf(methods) }),
  ...(maxAge.trim() !== '' && { maxAgeSeconds: Number(maxAge) }),
});

const sessionOf = (values: ControlValues): Session => ({
  ...(values.maxAccessToken.trim() !== '' && {
    maxAccessTokenSeconds: Number(values.maxAccessToken),
  }),
  ...(values.maxSession.trim() !== '' && { maxSessionSeconds: Number(values.maxSession) }),
  ...(values.refreshToken !== 'unset' && { refreshToken: values.refreshToken }),
  ...(values.senderConstrained !== 'unset' && { senderConstrained: values.senderConstrained }),
});

const isFilled = (members: object): boolean => Object.keys(members).length > 0;

/** The controls that a request sets. A policy that blocks has no others. */
export function controlsBody(values: ControlValues): Controls {
  const denyMessage = messagesIn(values.denyMessage);
  const message = isFilled(denyMessage) ? { denyMessage } : {};
  if (values.effect === 'block') return { block: true, ...message };
  const assurance = assuranceOf(values);
  const session = sessionOf(values);
  const docTypes = linesOf(values.docTypes);
  return {
    ...(values.operator === 'any' && { operator: 'any' as const }),
    ...(isFilled(assurance) && { assurance }),
    ...(docTypes.length > 0 && { consent: { docTypes } }),
    ...(values.deviceControls.length > 0 && {
      device: Object.fromEntries(values.deviceControls.map((fact) => [fact, true as const])),
    }),
    ...(values.passwordChange && { passwordChange: true as const }),
    ...(isFilled(session) && { session }),
    ...message,
  };
}

/** Whether the values require or limit anything. */
export function hasControl(values: ControlValues): boolean {
  const { operator: _operator, denyMessage: _message, ...others } = controlsBody(values);
  return isFilled(others);
}
