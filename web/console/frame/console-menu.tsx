import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Check, Keyboard, LogOut, UserRound } from 'lucide-react';
import { useSession, useSignOut } from '../../client/session-query.ts';
import { userNameOf } from '../../client/session.ts';
import { readShell } from '../../client/shell.ts';
import { UserMenu } from '../../kit/frame/user-menu.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { locales } from '../../messages/areas.ts';
import { KeyboardHelp } from './keyboard-help.tsx';
import { chooseTheme, chosenTheme, themes } from './theme.ts';

/** The name of a language in itself. */
const nameOf = (locale: string): string =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;

/** This page in another language, which the hub remembers for the browser. */
function languageHref(locale: string): string {
  const url = new URL(location.href);
  url.searchParams.set('language', locale);
  return url.href;
}

/** What concerns the user themselves: account, theme, language, keyboard, sign-out. */
export function ConsoleMenu() {
  const say = useSay('console');
  const session = useSession();
  const { user } = session;
  const signOut = useSignOut();
  const [theme, setTheme] = useState(chosenTheme);
  const [isHelping, setIsHelping] = useState(false);
  const out = useMutation({
    mutationFn: () => signOut(),
    onError: () => showToast({ text: say('signOut.failed'), state: 'error' }),
  });
  useSingleKeys({ '?': () => setIsHelping(true) });
  const name = userNameOf(session);
  const language = readShell().locale.split('-', 1)[0];
  return (
    <>
      <UserMenu
        name={name}
        {...(user.email !== null && user.email !== name && { hint: user.email })}
        groups={[
          {
            id: 'own',
            entries: [
              {
                id: 'account',
                label: say('menu.account'),
                icon: UserRound,
                href: `${location.origin}/account`,
                opensTab: true,
              },
              {
                id: 'keys',
                label: say('menu.keys'),
                icon: Keyboard,
                onAction: () => setIsHelping(true),
              },
            ],
          },
          {
            id: 'theme',
            label: say('menu.theme'),
            entries: themes.map((one) => ({
              id: `theme ${one}`,
              label: say(`theme.${one}`),
              ...(one === theme && { icon: Check }),
              onAction: () => {
                chooseTheme(one);
                setTheme(one);
              },
            })),
          },
          {
            id: 'language',
            label: say('menu.language'),
            entries: locales.map((locale) => ({
              id: `language ${locale}`,
              label: nameOf(locale),
              ...(locale === language && { icon: Check }),
              onAction: () => location.assign(languageHref(locale)),
            })),
          },
          {
            id: 'out',
            entries: [
              {
                id: 'signOut',
                label: say('menu.signOut'),
                icon: LogOut,
                onAction: () => out.mutate(),
              },
            ],
          },
        ]}
      />
      {isHelping && <KeyboardHelp onClose={() => setIsHelping(false)} />}
    </>
  );
}
