import type { CreatePolicyRequest, SimulateAccessPolicyRequest } from '@platform/sdk';
import { linesOf } from '../../client/lines.ts';
import type { Choice } from '../../kit/controls/choice-list.tsx';
import type { deviceFacts, grantTypes, levels, platforms } from './condition-values.ts';

type GrantType = (typeof grantTypes)[number];
type Platform = (typeof platforms)[number];
type Level = (typeof levels)[number];

/** The form of signals. What is empty or `unknown` is absent from the request. */
export interface SignalValues {
  user: Choice | null;
  roles: string;
  ip: string;
  country: string;
  grantType: GrantType;
  scopes: string;
  detailTypes: string;
  platform: Platform | 'unknown';
  device: readonly (typeof deviceFacts)[number][];
  risk: Level | 'unknown';
  acr: 'unknown' | 'aal1' | 'aal2' | 'aal3' | 'phr' | 'phrh';
}

export const noSignals: SignalValues = {
  user: null,
  roles: '',
  ip: '',
  country: '',
  grantType: 'authorization_code',
  scopes: '',
  detailTypes: '',
  platform: 'unknown',
  device: [],
  risk: 'unknown',
  acr: 'unknown',
};

/** The device of a request: what is not chosen is not the case once anything of it is known. */
function deviceOf({ platform, device }: SignalValues) {
  if (platform === 'unknown' && device.length === 0) return undefined;
  return {
    ...(platform !== 'unknown' && { platform }),
    managed: device.includes('managed'),
    compliant: device.includes('compliant'),
    known: device.includes('known'),
  };
}

/** The request of a simulation. A candidate is evaluated as if it were enabled. */
export function simulationRequest(
  values: SignalValues,
  candidate: CreatePolicyRequest | undefined,
): SimulateAccessPolicyRequest {
  const device = deviceOf(values);
  const isOwn = values.grantType === 'client_credentials';
  return {
    ...(values.user && !isOwn && { principal: { type: 'user' as const, id: values.user.id } }),
    ...(linesOf(values.roles).length > 0 && { roles: linesOf(values.roles) }),
    ...(values.ip.trim() !== '' && { ip: values.ip.trim() }),
    ...(values.country.trim() !== '' && { country: values.country.trim().toUpperCase() }),
    grantType: values.grantType,
    ...(linesOf(values.scopes).length > 0 && { scopes: linesOf(values.scopes) }),
    ...(linesOf(values.detailTypes).length > 0 && { detailTypes: linesOf(values.detailTypes) }),
    ...(device && { device }),
    ...(values.risk !== 'unknown' && { risk: { signIn: values.risk } }),
    ...(values.acr !== 'unknown' && { authentication: { acr: values.acr } }),
    ...(candidate && { candidate: { ...candidate, mode: 'enabled' as const } }),
  };
}
