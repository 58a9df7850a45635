import type { LoginFlowOffer, LoginFlowStep } from '@platform/contracts';
import { stepOf } from './effective-flow.ts';
import type { EffectiveFlow } from './effective-flow.ts';
import { maySkip } from './login-run.ts';
import { stepUpId } from './login-state.ts';
import type { LoginAsk, LoginFacts, LoginState } from './login-state.ts';
import { authenticateOffers, enrollOffers } from './offers.ts';
import type { LoginPoint } from './offers.ts';
import { stepUpAttempts, stepUpOffers } from './step-up.ts';

function offersOf(point: LoginPoint, step: LoginFlowStep): LoginFlowOffer[] {
  switch (step.type) {
    case 'authenticate':
      return authenticateOffers(point, step);
    case 'enroll':
      return enrollOffers(point, step.config.methods);
    case 'register':
      return enrollOffers(point, step.config.initialMethods);
    default:
      return [];
  }
}

function outcomesOf(point: LoginPoint, step: LoginFlowStep): string[] {
  switch (step.type) {
    case 'identify':
      return ['found', 'not_found', ...(step.config.homeRealmDiscovery ? ['federated'] : [])];
    case 'authenticate': {
      const takesNotEnrolled =
        step.config.role === 'second' || step.on['not_enrolled'] !== undefined;
      return [
        'success',
        'attempt_failed',
        'failure',
        ...(takesNotEnrolled ? ['not_enrolled'] : []),
      ];
    }
    case 'enroll':
      return ['success', 'failure', ...(maySkip(point, step) ? ['skipped'] : [])];
    case 'register':
      return ['success', 'existing', 'failure'];
    case 'profile':
      return ['success', ...(step.config.skippable ? ['skipped'] : [])];
    case 'verify_contact':
      return ['success', 'failure'];
    case 'terms':
      return ['accepted', 'refused'];
    case 'hook':
      return ['allow', 'deny', 'challenge'];
    default:
      return [];
  }
}

/** The current prompt of a login; undefined if it has ended. */
export function askOf(
  flow: EffectiveFlow,
  state: LoginState,
  facts: LoginFacts,
): LoginAsk | undefined {
  if (state.status !== 'asking') return undefined;
  const point = { flow, state, facts };
  if (state.step === stepUpId)
    return {
      step: stepUpId,
      type: 'step_up',
      of: 'person',
      offered: stepUpOffers(point),
      outcomes: ['success', 'attempt_failed', 'failure'],
      attemptsLeft: stepUpAttempts - state.failures,
    };
  const step = stepOf(flow.definition, state.step);
  return {
    step: step.id,
    type: step.type,
    of: step.type === 'hook' ? 'hook' : 'person',
    offered: offersOf(point, step),
    outcomes: outcomesOf(point, step),
    attemptsLeft: step.type === 'authenticate' ? step.config.maxAttempts - state.failures : null,
  };
}
