import { formView } from '@platform/pages';
import type { FieldDefinition } from '@platform/pages';
import type { Login } from '../login/steps/login-step.ts';
import { messageText } from './page-context.ts';
import type { PageContext } from './page-context.ts';

/** A quiet way on: a link, or a form of its own where it changes something. */
export interface WayOut {
  text: string;
  href?: string;
  action?: string;
  /** Before the link: a question that it answers. */
  lead?: string;
}

/** What the pages of a step have in common. */
export interface FormParts {
  action: string;
  button: string;
  fields?: readonly FieldDefinition[];
  waysOut?: readonly WayOut[];
  /** Shows who signs in. */
  showsAccount?: boolean;
}

/** A login as a page shows it to which its last error does not belong. */
export const withoutErrors = (login: Login): Login => ({
  ...login,
  progress: { ...login.progress, failure: undefined, notice: undefined },
});

/** The page of a step without what was said of an earlier try: the way back from a choice. */
export const freshView = (path: string): string => `${path}?view=step`;

/** The letter that stands for a person. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '?';

/** Who signs in, with a way to be someone else. */
const accountOf = ({ progress }: Login) =>
  progress.identifier === undefined
    ? undefined
    : { name: progress.identifier, initial: initialOf(progress.identifier) };

/** The data of a page with one form. Errors of no field stand above it. */
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
