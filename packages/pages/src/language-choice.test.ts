import { describe, expect, test } from 'vitest';
import { parseCookies } from '@platform/kit/http';
import {
  chosenLanguage,
  languageAsked,
  languageChoices,
  languageCookie,
} from './language-choice.ts';

describe('the choice of a language', () => {
  test('is a link to the same page for each language, named in that language', () => {
    const choices = languageChoices(['en', 'fr', 'de'], {
      current: 'fr',
      target: '/login/x?view=methods&language=es',
    });
    expect(choices).toEqual([
      {
        locale: 'de',
        name: 'Deutsch',
        href: '/login/x?view=methods&language=de',
        isCurrent: false,
      },
      {
        locale: 'en',
        name: 'English',
        href: '/login/x?view=methods&language=en',
        isCurrent: false,
      },
      {
        locale: 'fr',
        name: 'Français',
        href: '/login/x?view=methods&language=fr',
        isCurrent: true,
      },
    ]);
  });

  test('is kept in a cookie', () => {
    const cookie = languageCookie('pt-BR');
    expect(cookie).toContain('Path=/; HttpOnly; Secure; SameSite=Lax');
    const [name, value] = [...parseCookies(cookie)][0] ?? [];
    expect(chosenLanguage(`${name}=${value}`)).toBe('pt-BR');
    expect(chosenLanguage(undefined)).toBeUndefined();
  });

  test.each([
    ['language=de', 'de'],
    ['view=methods&language=zh-Hant-TW', 'zh-Hant-TW'],
    ['language=', undefined],
    ['language=de%0d%0aset-cookie', undefined],
    ['ui_locales=de', undefined],
  ])('asked for by %s is %s', (query, expected) => {
    expect(languageAsked(query)).toBe(expected);
  });
});
