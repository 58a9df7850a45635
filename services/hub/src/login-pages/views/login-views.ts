import type { LoginFlowStepType } from '@platform/contracts';
import type { Login } from '../../login/steps/login-step.ts';
import { authenticateView } from './authenticate-view.ts';
import type { LinkedView } from './authenticate-view.ts';
import { enrollView } from './enroll-view.ts';
import { identifyView } from './identify-view.ts';
import { withoutErrors } from './login-form.ts';
import type { PageContext, PageParts } from '../frame/page-context.ts';
import { profileView, registerView, termsView, verifyContactView } from './register-view.ts';

type View = (context: PageContext, login: Login, linked: LinkedView | undefined) => PageParts;

const views: Readonly<Partial<Record<LoginFlowStepType | 'step_up', View>>> = {
  identify: identifyView,
  authenticate: authenticateView,
  step_up: authenticateView,
  enroll: (context, login, linked) => enrollView(context, login, linked === 'methods'),
  register: registerView,
  profile: profileView,
  verify_contact: verifyContactView,
  terms: termsView,
};

/** The page of the current step of a login. */
export function loginView(context: PageContext, login: Login, linked?: LinkedView): PageParts {
  const view = login.ask && views[login.ask.type];
  if (!view) throw new Error('the current step of the login has no page');
  // Messages of an earlier attempt do not belong on a page that a link opens.
  return view(context, linked === undefined ? login : withoutErrors(login), linked);
}
