import type {
  LoginFlowOffer,
  LoginFlowSimulationAnswer,
  LoginFlowSimulationContext,
  LoginFlowVisit,
  LoginMethod,
} from '@platform/contracts';
import type { FactValue } from './condition.ts';
import type { EffectiveFlow } from './effective-flow.ts';
import { askOf } from './login-ask.ts';
import { timeFacts } from './login-facts.ts';
import { InvalidAnswerError } from './login-state.ts';
import type { LoginAnswer, LoginAsk, LoginFacts, LoginState } from './login-state.ts';
import { begin, next, resultOf } from './login.ts';
import { provenFactor } from './proven-factor.ts';

/** An answer of a simulation that its step does not accept, at `index`. */
export class InvalidSimulationError extends Error {
  readonly index: number;
  readonly member: InvalidAnswerError['member'] | 'step';

  constructor(index: number, member: InvalidSimulationError['member'], message: string) {
    super(message);
    this.name = 'InvalidSimulationError';
    this.index = index;
    this.member = member;
  }
}

/** Flattens nested facts: `{ user: { exists } }` becomes `user.exists`. */
function flattened(context: LoginFlowSimulationContext): Record<string, FactValue> {
  const groups = Object.entries(context as Record<string, Record<string, unknown> | undefined>);
  return Object.fromEntries(
    groups.flatMap(([group, facts = {}]) =>
      Object.entries(facts).flatMap(([name, value]): [string, FactValue][] =>
        name === 'metadata'
          ? Object.entries(value as Record<string, FactValue>).map(([key, one]) => [
              `${group}.metadata.${key}`,
              one,
            ])
          : [[`${group}.${name}`, value as FactValue]],
      ),
    ),
  );
}

/** The facts of a simulated login. The session has the given methods, all of the same age. */
export function simulatedFacts(
  context: LoginFlowSimulationContext,
  {
    now,
    clientId,
    ...installation
  }: Pick<LoginFacts, 'now' | 'unavailable' | 'connectors'> & { clientId?: string },
): LoginFacts {
  const { methods = [], ageSeconds = 0 } = context.session ?? {};
  const provenAt = now - ageSeconds * 1_000;
  return {
    ...installation,
    now,
    values: { ...timeFacts(now), ...flattened(context), 'client.id': clientId },
    session: methods.map((method) => provenFactor(method, provenAt, { fromSession: true })),
    acrEssential: context.request?.acrEssential,
  };
}

const preferredOutcomes = ['found', 'success', 'accepted', 'allow'];

/** Security keys are hardware unless an answer says otherwise. */
const evidenceOf = (
  method: LoginMethod | undefined,
  given: Partial<Pick<LoginFlowSimulationAnswer, 'userVerified' | 'hardwareProtected'>> = {},
) => ({
  userVerified: given.userVerified,
  hardwareProtected: given.hardwareProtected ?? method === 'security_key',
});

const firstAvailable = (offered: readonly LoginFlowOffer[]): LoginFlowOffer | undefined =>
  offered.find((one) => one.available);

/** The default answer of a step: success with the first available method. */
function usualAnswer({ outcomes, offered }: LoginAsk, facts: LoginFacts): LoginAnswer {
  if (outcomes.includes('not_found') && facts.values['user.exists'] === false)
    return { outcome: 'not_found' };
  const outcome = outcomes.find((one) => preferredOutcomes.includes(one)) ?? '';
  const chosen = firstAvailable(offered);
  if (offered.length > 0 && !chosen)
    return { outcome: outcomes.includes('skipped') ? 'skipped' : 'failure' };
  if (!chosen) return { outcome };
  const { method, connector } = chosen;
  return { outcome, method, connector: connector ?? undefined, evidence: evidenceOf(method) };
}

/** Completes a given answer: the default method is the first available one. */
function givenAnswer(given: LoginFlowSimulationAnswer, { offered }: LoginAsk): LoginAnswer {
  const { outcome } = given;
  const usual = outcome === 'success' && !given.method ? firstAvailable(offered) : undefined;
  const method = given.method ?? usual?.method;
  return {
    outcome,
    method,
    connector: given.connector ?? usual?.connector ?? undefined,
    evidence: evidenceOf(method, given),
  };
}

function requireKnownSteps(
  { definition }: EffectiveFlow,
  answers: readonly LoginFlowSimulationAnswer[],
): void {
  const known = new Set([...definition.steps.map(({ id }) => id), ':step_up']);
  const index = answers.findIndex(({ step }) => !known.has(step));
  if (index >= 0)
    throw new InvalidSimulationError(index, 'step', 'names a step that does not exist');
}

/** The result of a simulated login. */
export interface SimulatedLogin extends ReturnType<typeof resultOf> {
  result: Exclude<LoginState['status'], 'asking'>;
  denyReason: LoginState['denyReason'];
  path: (LoginFlowVisit & { index: number })[];
}

/**
 * Runs a login with given answers: each is used the next time its step prompts, and steps without one succeed. `maxStepVisits` and
 * the attempts of each step bound the number of iterations.
 */
export function simulate(
  flow: EffectiveFlow,
  facts: LoginFacts,
  answers: readonly LoginFlowSimulationAnswer[] = [],
): SimulatedLogin {
  requireKnownSteps(flow, answers);
  const left = answers.map((given, index) => ({ given, index }));
  let { state, path } = begin(flow, facts);
  for (let ask = askOf(flow, state, facts); ask; ask = askOf(flow, state, facts)) {
    const { step } = ask;
    const at = left.findIndex(({ given }) => given.step === step);
    const [answered] = at < 0 ? [] : left.splice(at, 1);
    const answer = answered ? givenAnswer(answered.given, ask) : usualAnswer(ask, facts);
    try {
      const moved = next(flow, state, answer, facts);
      state = moved.state;
      path = [...path, ...moved.path];
    } catch (error) {
      if (!(error instanceof InvalidAnswerError) || !answered) throw error;
      throw new InvalidSimulationError(answered.index, error.member, error.message);
    }
  }
  return {
    ...resultOf(flow, state, facts),
    result: state.status as SimulatedLogin['result'],
    denyReason: state.denyReason,
    path: path.map((visit, index) => ({ index, ...visit })),
  };
}
