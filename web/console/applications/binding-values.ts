import { loginFlows } from '@platform/sdk';
import type { BindLoginFlowClientRequest, Client, LoginFlowClientBinding } from '@platform/sdk';
import { linesOf, textOfLines } from '../../client/lines.ts';

export const signInMethods = [
  'password',
  'passkey',
  'security_key',
  'totp',
  'recovery_code',
  'email_code',
  'magic_link',
  'sms_code',
  'social',
  'federation',
] as const;
export const assurances = ['aal1', 'aal2', 'aal3'] as const;

/** The form of a binding. `flow` and the empty text: as the flow says. */
export interface BindingValues {
  version: string;
  entrypoint: string;
  minimumAssurance: 'flow' | (typeof assurances)[number];
  allowedMethods: readonly (typeof signInMethods)[number][];
  allowedConnectors: string;
  defaultConnector: string;
  maxAgeSeconds: string;
  signUpEnabled: 'flow' | 'yes' | 'no';
}

const signUpOf = (value: boolean | null): BindingValues['signUpEnabled'] => {
  if (value === null) return 'flow';
  return value ? 'yes' : 'no';
};

/** The values of a binding, as the form has them; those of an application without one. */
export const bindingValues = (binding: LoginFlowClientBinding | undefined): BindingValues => ({
  version: binding?.version == null ? 'active' : String(binding.version),
  entrypoint: binding?.entrypoint ?? 'default',
  minimumAssurance: binding?.minimumAssurance ?? 'flow',
  allowedMethods: binding?.allowedMethods ?? [],
  allowedConnectors: textOfLines(binding?.allowedConnectors ?? []),
  defaultConnector: binding?.defaultConnector ?? '',
  maxAgeSeconds: binding?.maxAgeSeconds == null ? '' : String(binding.maxAgeSeconds),
  signUpEnabled: signUpOf(binding?.signUpEnabled ?? null),
});

/** The whole binding that a request sets. */
function bindingBody(values: BindingValues): BindLoginFlowClientRequest {
  const connectors = linesOf(values.allowedConnectors);
  return {
    version: values.version === 'active' ? null : Number(values.version),
    entrypoint: values.entrypoint.trim() || 'default',
    minimumAssurance: values.minimumAssurance === 'flow' ? null : values.minimumAssurance,
    allowedMethods: values.allowedMethods.length > 0 ? [...values.allowedMethods] : null,
    allowedConnectors: connectors.length > 0 ? connectors : null,
    defaultConnector: values.defaultConnector.trim() || null,
    maxAgeSeconds: values.maxAgeSeconds.trim() === '' ? null : Number(values.maxAgeSeconds),
    signUpEnabled: values.signUpEnabled === 'flow' ? null : values.signUpEnabled === 'yes',
  };
}

/** Sets a binding, on condition that it is still the one that was read. */
export const putBinding = (
  api: Client,
  clientId: string,
  values: BindingValues,
  ifMatch: string | undefined,
) =>
  loginFlows(api).clientBindings.put(
    clientId,
    bindingBody(values),
    ifMatch === undefined ? {} : { ifMatch },
  );
