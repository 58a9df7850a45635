import type { LoginFlowOffer, LoginFlowStep, LoginMethod } from '@platform/contracts';
import { allowsConnector, allowsMethod } from './effective-flow.ts';
import type { EffectiveFlow } from './effective-flow.ts';
import type { LoginFacts, LoginState } from './login-state.ts';
import { methodRules } from './methods.ts';
import type { MethodRole } from './methods.ts';

type Step<T extends LoginFlowStep['type']> = Extract<LoginFlowStep, { type: T }>;

/** A login at one point. */
export interface LoginPoint {
  flow: EffectiveFlow;
  facts: LoginFacts;
  state: LoginState;
}

const offer = (
  method: LoginMethod,
  reason: string | undefined,
  connector: string | null = null,
): LoginFlowOffer => ({
  method,
  connector,
  available: reason === undefined,
  reason: reason ?? null,
});

function isEnrolled({ facts, state }: LoginPoint, method: LoginMethod): boolean {
  if (state.concealed || !methodRules[method].needsEnrollment) return true;
  const enrolled = facts.values['user.enrolledMethods'];
  if (!Array.isArray(enrolled)) return true;
  if (method === 'password' && facts.values['user.hasPassword'] === true) return true;
  return enrolled.includes(method);
}

/** Why the client or the installation does not offer a method. */
function unofferedReason({ flow, facts }: LoginPoint, method: LoginMethod): string | undefined {
  if (!allowsMethod(flow.limits, method)) return 'not_allowed_for_client';
  return facts.unavailable?.[method];
}

function roleReason(
  { state }: LoginPoint,
  method: LoginMethod,
  role: MethodRole,
): string | undefined {
  if (role !== 'second') return undefined;
  if (!methodRules[method].canBeSecond) return 'not_a_second_factor';
  return state.factors.some((f) => f.method === method) ? 'already_used' : undefined;
}

/** Why a method is unavailable in a role; undefined if it is available. */
export function unavailability(
  point: LoginPoint,
  method: LoginMethod,
  { role, collectIdentifier = false }: { role: MethodRole; collectIdentifier?: boolean },
): string | undefined {
  const reason = unofferedReason(point, method) ?? roleReason(point, method, role);
  if (reason !== undefined) return reason;
  const { identifies } = methodRules[method];
  if (!identifies && !collectIdentifier && !point.state.identified) return 'identifier_missing';
  return isEnrolled(point, method) ? undefined : 'not_enrolled';
}

/** The connectors of a step, in the binding's order first. */
function connectorsOf(
  { flow: { limits }, facts }: LoginPoint,
  { config }: Step<'authenticate'>,
): readonly string[] {
  const named = config.connectors.length > 0 ? config.connectors : (facts.connectors ?? []);
  const first = named.filter((one) => one === limits.defaultConnector);
  return [...first, ...named.filter((one) => one !== limits.defaultConnector)];
}

function connectorReason({ flow, facts }: LoginPoint, connector: string): string | undefined {
  if (!allowsConnector(flow.limits, connector)) return 'not_allowed_for_client';
  return facts.connectors?.includes(connector) ? undefined : 'connector_unavailable';
}

function socialOffers(point: LoginPoint, step: Step<'authenticate'>): LoginFlowOffer[] {
  const reason = unavailability(point, 'social', step.config);
  const connectors = connectorsOf(point, step);
  if (connectors.length === 0) return [offer('social', reason ?? 'no_connector')];
  return connectors.map((connector) =>
    offer('social', reason ?? connectorReason(point, connector), connector),
  );
}

/** The methods that an authenticate step offers, in its order. */
export const authenticateOffers = (
  point: LoginPoint,
  step: Step<'authenticate'>,
): LoginFlowOffer[] =>
  step.config.methods.flatMap((method) =>
    method === 'social'
      ? socialOffers(point, step)
      : [offer(method, unavailability(point, method, step.config))],
  );

/** The methods that can be enrolled. */
export const enrollOffers = (
  point: LoginPoint,
  methods: readonly LoginMethod[],
): LoginFlowOffer[] => methods.map((method) => offer(method, unofferedReason(point, method)));
