import { formView } from '@platform/pages';
import type { FieldDefinition } from '@platform/pages';
import type { Login } from '../../login/steps/login-step.ts';
import { messageText } from '../frame/page-context.ts';
import type { PageContext } from '../frame/page-context.ts';

/** A secondary action of a page: a link, or a form if it changes something. */
export interface WayOut {
  text: string;
  href?: string;
  action?: string;
  /** Text before the link, usually the question that it answers. */
  lead?: string;
}

export interface FormParts {
  action: string;
  button: string;
  fields?: readonly FieldDefinition[];
  waysOut?: readonly WayOut[];
  showsAccount?: boolean;
}

/** The login without its last failure and notice, for a page that they do not belong to. */
export const withoutErrors = (login: Login): Login => ({
  ...login,
  progress: { ...login.progress, failure: undefined, notice: undefined },
});

/** Links back from a choice to the page of the step, without messages of an earlier attempt. */
export const freshView = (path: string): string => `${path}?view=step`;

/** The letter that is shown as the avatar of an account. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '?';

const accountOf = ({ progress }: Login) =>
  progress.identifier === undefined
    ? undefined
    : { name: progress.identifier, initial: initialOf(progress.identifier) };

/** The template data of a page with one form. A failure without a field of the form is shown above it. */
export function loginForm(
  { t }: PageContext,
  { progress, version, ...login }: Login,
  { action, button, fields = [], waysOut = [], showsAccount = true }: FormParts,
) {
  const { failure, notice, values } = progress;
  const known = fields.some(({ name }) => name === failure?.field);
  const errors = known && failure ? { [failure.field ?? '']: t(failure.key, failure.values) } : {};
  const views = formView(fields, { values, errors });
  return {
    version,
    action,
    button,
    waysOut: waysOut.map((way) => ({ lead: '', href: null, action: null, ...way })),
    fields: fields.map(({ name }) => views[name]),
    account: showsAccount ? accountOf({ progress, version, ...login }) : undefined,
    failure: known ? undefined : messageText(t, failure),
    notice: messageText(t, notice),
  };
}
