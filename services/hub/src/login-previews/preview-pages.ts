import { formView } from '@platform/pages';
import type { FieldDefinition } from '@platform/pages';
import { loginFields } from '../login-pages/views/fields.ts';
import { messagePage } from '../login-pages/messages/message-pages.ts';
import type { PageContext, PageParts } from '../login-pages/frame/page-context.ts';

/** A page of a login that no user has begun. */
type PreviewPage = (context: PageContext) => PageParts;

const minPasswordLength = 8;
const person = { name: 'ada@example.com', initial: 'A' };

/** A form that leads nowhere, as {@link loginForm} shows it. */
function form(
  fields: readonly FieldDefinition[],
  button: string,
  more: object = {},
): PageParts['data'] {
  const views = formView(fields, { values: {}, errors: {} });
  return {
    version: 0,
    action: '',
    button,
    fields: fields.map(({ name }) => ({ ...views[name], autofocus: false })),
    ...more,
  };
}

const otherWays = ({ t }: PageContext) => [
  { lead: '', text: t('login.other_ways'), href: '#', action: null },
];

/** The pages that can be previewed, by their names in the API. */
export const previewPages: Readonly<Record<string, PreviewPage>> = {
  identify: ({ t, brand, client }) => ({
    template: 'login-form',
    title: t('sign_in.title', { tenant: brand.name }),
    lead: t('sign_in.lead', { application: client.name }),
    data: form([loginFields(t).identifier(['email'])], t('action.continue'), {
      waysOut: [
        {
          lead: t('sign_in.no_account'),
          text: t('action.create_account'),
          href: '#',
          action: null,
        },
      ],
    }),
  }),
  password: (context) => ({
    template: 'login-form',
    title: context.t('login.password.title'),
    data: form([loginFields(context.t).password('#')], context.t('action.sign_in'), {
      account: person,
      waysOut: otherWays(context),
    }),
  }),
  code: (context) => ({
    template: 'login-form',
    title: context.t('login.totp.title'),
    lead: context.t('login.totp.lead', { identifier: person.name }),
    data: form([loginFields(context.t).code()], context.t('action.continue'), {
      account: person,
      waysOut: otherWays(context),
    }),
  }),
  new_password: ({ t }) => ({
    template: 'login-form',
    title: t('login.new_password.title_reset'),
    lead: t('login.new_password.lead_reset'),
    data: form([loginFields(t).newPassword(minPasswordLength)], t('login.new_password.save'), {
      account: person,
    }),
  }),
  message: (context) => messagePage(context, 'expired'),
};
