import type { Surface } from '@platform/kit/http';
import { noteAccess } from '@platform/kit/telemetry';
import { languageAsked, languageCookie, languageParameter } from '@platform/pages';
import { oauthPage, offersLanguages } from './frame/page-languages.ts';
import { seeOther } from './frame/send-page.ts';

/** Stores the language that a link of a page has chosen, and redirects back to the page. */
export const languageSurface: Surface = {
  owns: ({ segments, query }, { method }) =>
    method === 'GET' && offersLanguages(segments) && languageAsked(query) !== undefined,
  handle(_req, res, { line: { segments, query } }) {
    noteAccess({ operationId: 'loginLanguage' });
    res.appendHeader('set-cookie', languageCookie(languageAsked(query) ?? ''));
    const named = segments.join('/') === 'login' ? oauthPage(query) : undefined;
    if (named !== undefined) return seeOther(res, named);
    const parameters = new URLSearchParams(query);
    parameters.delete(languageParameter);
    // An empty first segment would result in `//host`, which is another site.
    const path = `/${segments
      .filter((one) => one !== '')
      .map(encodeURIComponent)
      .join('/')}`;
    seeOther(res, parameters.size > 0 ? `${path}?${parameters}` : path);
  },
};
