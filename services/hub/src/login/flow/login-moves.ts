import type { LoginFlowStepType } from '@platform/contracts';
import { askOf, next } from '@platform/login-flow';
import type { LoginContext } from '../login-context.ts';
import { decoyRank } from '../methods/decoy-passkey.ts';
import { methodsShown } from '../methods/offered-methods.ts';
import { personRefusal } from '../person/person-refusal.ts';
import { findPerson } from '../person/person.ts';
import type { LoginUser } from '../person/person.ts';
import { authenticateStep } from '../steps/authenticate-step.ts';
import { enrollStep } from '../steps/enroll-step.ts';
import { hookStep } from '../steps/hook-step.ts';
import { identifyStep } from '../steps/identify-step.ts';
import { visitOf } from '../steps/login-step.ts';
import type { Form, Login, LoginStep, StepResult } from '../steps/login-step.ts';
import { profileStep } from '../steps/profile-step.ts';
import { registerStep } from '../steps/register-step.ts';
import { termsStep } from '../steps/terms-step.ts';
import { verifyContactStep } from '../steps/verify-contact-step.ts';
import { collectLoginFacts } from './login-facts.ts';
import type { LoginProgress } from './login-progress.ts';

const steps: Readonly<Partial<Record<LoginFlowStepType | 'step_up', LoginStep>>> = {
  identify: identifyStep,
  authenticate: authenticateStep,
  step_up: authenticateStep,
  enroll: enrollStep,
  register: registerStep,
  profile: profileStep,
  verify_contact: verifyContactStep,
  terms: termsStep,
  hook: hookStep,
};

const maxStepsWithoutPage = 20;

/** Finds the person of a login, unless `known` is already that person. */
async function personOf(
  { siblings }: LoginContext,
  { progress: { userId }, request, browser }: Login,
  known: LoginUser | undefined,
): Promise<LoginUser | undefined> {
  if (userId === undefined) return undefined;
  return known?.id === userId
    ? known
    : findPerson(siblings, request.tenant.id, { userId }, browser.deviceToken);
}

/** Updates the person, facts and prompt of a login to match its progress. */
export async function refreshLogin(
  context: LoginContext,
  login: Login,
  known?: LoginUser,
): Promise<Login> {
  const { assessRisk, now } = context;
  const { state, flow } = login;
  const person = await personOf(context, login, known);
  const risk = await assessRisk({ ...login, person });
  const facts = collectLoginFacts({ ...login, person, risk, now: now() });
  return { ...login, person, facts, ask: askOf(flow, state, facts) };
}

/** Gives an unknown identifier the rank that decides whether its pages offer a passkey. */
function withDecoy(
  { decoyKey }: LoginContext,
  { request }: Login,
  progress: LoginProgress,
): LoginProgress {
  const { identifier, userId } = progress;
  if (identifier === undefined || userId !== undefined) return progress;
  return { ...progress, decoyRank: decoyRank(decoyKey, request.tenant.id, identifier) };
}

async function applyResult(
  context: LoginContext,
  login: Login,
  { progress: given, answer, events = [], person }: StepResult,
): Promise<Login> {
  const progress = withDecoy(context, login, given);
  const allEvents = [...(login.events ?? []), ...events];
  const known = await refreshLogin(context, { ...login, progress, events: allEvents }, person);
  if (!answer) return known;
  const { state } = next(login.flow, login.state, answer, known.facts);
  return { ...known, state, ask: askOf(login.flow, state, known.facts) };
}

/** Whether the person has authenticated but cannot complete the login. Nothing more is asked of them then. */
const isBarred = (login: Login): boolean =>
  login.ask !== undefined &&
  login.state.factors.length > 0 &&
  !login.state.concealed &&
  login.progress.userId !== undefined &&
  personRefusal(login) !== undefined;

/** Advances a login to its next page, passing steps that need none. */
export async function advanceToPage(context: LoginContext, login: Login): Promise<Login> {
  let current = login;
  for (let count = 0; count < maxStepsWithoutPage; count += 1) {
    const { ask, progress, state } = current;
    if (isBarred(current))
      return { ...current, state: { ...state, status: 'completed' }, ask: undefined };
    if (!ask || progress.at === visitOf(state)) return current;
    const step = steps[ask.type];
    if (!step?.arrive)
      throw new Error(`a login reached a step of the unsupported type ${ask.type}`);
    const result = await step.arrive({ login: current, ask, siblings: context.siblings });
    const at = result.answer ? undefined : visitOf(state);
    current = await applyResult(context, current, {
      ...result,
      progress: { ...result.progress, at },
    });
  }
  throw new Error('a login passed too many steps without a page');
}

/** Applies a form to a login. Undefined if the step has no such action. */
export async function applyForm(
  context: LoginContext,
  login: Login,
  form: Form,
): Promise<Login | undefined> {
  const { ask } = login;
  const action = ask && steps[ask.type]?.actions[form['action'] ?? ''];
  if (!action) return undefined;
  const result = await action({ login, ask, form, siblings: context.siblings });
  return advanceToPage(context, await applyResult(context, login, result));
}

/** Whether the method of the page has been removed or disabled since it was shown. */
function hasLostMethod(login: Login): boolean {
  const { ask, state, progress } = login;
  if (ask?.type !== 'authenticate' && ask?.type !== 'step_up') return false;
  const { method, at } = progress;
  if (method === undefined || at !== visitOf(state)) return false;
  return !methodsShown(login).includes(method);
}

/** Advances a stored login whose person or method has become unusable since its page was shown. Undefined if none has. */
export async function followChanges(
  context: LoginContext,
  login: Login,
): Promise<Login | undefined> {
  if (!isBarred(login) && !hasLostMethod(login)) return undefined;
  return advanceToPage(context, { ...login, progress: { ...login.progress, at: undefined } });
}
