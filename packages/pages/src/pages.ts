import { page } from '@platform/kit/http';
import type { PageAnswer } from '@platform/kit/http';
import type { Assets } from './assets.ts';
import { staticAssets } from './assets.ts';
import { brandingCss } from './branding.ts';
import type { PageBranding } from './branding.ts';
import { newNonce, pageHeaders } from './csp.ts';
import type { ContentPolicy } from './csp.ts';
import type { LanguageChoice } from './language-choice.ts';
import { directionOf, negotiateLocale } from './locale.ts';
import type { LocaleWishes } from './locale.ts';
import { mergeCatalogues, readCatalogues, translations, withTexts } from './messages.ts';
import type { Catalogues, Translate } from './messages.ts';
import { compileTemplates } from './templates.ts';

/** The tenant of a page. */
export interface PageBrand {
  /** Shown if there is no logo, and in the title. */
  name: string;
  logoUrl?: string;
  /** For the dark scheme. Default: the same. */
  logoDarkUrl?: string;
  /** Icon of the browser tab. */
  iconUrl?: string;
  /** Fills the side of a split layout. */
  backgroundUrl?: string;
  /** The tenant's own style sheet, on the page's host. */
  stylesheetUrl?: string;
  theme?: PageBranding;
}

/** The content of a page. */
export interface PageView {
  template: string;
  locale: string;
  brand: PageBrand;
  /** One sentence: the heading and window title. */
  title: string;
  /** One sentence of context. */
  lead?: string;
  /** Privacy, terms, help. */
  links?: readonly { href: string; text: string }[];
  /** Shown in the footer if there are at least two. */
  languages?: readonly LanguageChoice[];
  /** Whether the footer names the platform. Default: false. */
  showsPoweredBy?: boolean;
  /** Further data of the template. */
  data?: object;
  policy?: Omit<ContentPolicy, 'nonce'>;
  /** `split_*`: the brand beside the card, from 960 px. Default: centered. */
  layout?: 'centered' | 'split_left' | 'split_right';
  /** The tenant's replacements of messages; see {@link withTexts}. */
  texts?: Readonly<Record<string, string>>;
  /** A style sheet in the page itself, for what no path serves. */
  styles?: string;
  /** Default: the browser's preference. */
  theme?: 'light' | 'dark';
  status?: number;
  headers?: PageAnswer['headers'];
}

/** Settings of {@link pages}: additions of a service to the templates, messages and assets of this package. */
export interface PagesOptions {
  templates?: readonly URL[];
  messages?: readonly URL[];
  assets?: readonly URL[];
  /** Generated catalogues: a pseudo-locale. */
  catalogues?: Catalogues;
  random?: (size: number) => Buffer;
}

/** Server-rendered pages. */
export interface Pages {
  readonly assets: Assets;
  readonly locales: readonly [string, ...string[]];
  /** The locale for a request; English if none matches. */
  localeFor(wishes: LocaleWishes): string;
  /** The messages of a locale. */
  translate(locale: string): Translate;
  /** Renders a page with its headers. */
  render(view: PageView): PageAnswer;
}

const defaultLocale = 'en';
const own = (folder: string): URL => new URL(`../${folder}/`, import.meta.url);

/** A style sheet as the content of an element, which it must not end. */
const inlineCss = (css = ''): string => css.replaceAll('</', '<\\/');

/** Reads and compiles templates, messages and assets, once at the start of a process. */
export function pages(options: PagesOptions = {}): Pages {
  const assets = staticAssets(own('assets'), ...(options.assets ?? []));
  const templates = compileTemplates(own('templates'), ...(options.templates ?? []));
  const catalogues = mergeCatalogues(
    ...[own('messages'), ...(options.messages ?? [])].map(readCatalogues),
    options.catalogues ?? new Map(),
  );
  const translate = translations(catalogues);
  const others = [...catalogues.keys()].filter((locale) => locale !== defaultLocale).sort();
  const locales = [defaultLocale, ...others] as const;

  function htmlOf(view: PageView, nonce: string): string {
    const { template, locale, brand, title, lead, links = [], theme, data, texts = {} } = view;
    const { layout = 'centered', languages = [], showsPoweredBy = false } = view;
    const themeCss = (brand.theme ? brandingCss(brand.theme) : '') + inlineCss(view.styles);
    const frame = {
      locale,
      dir: directionOf(locale),
      theme,
      themeCss,
      nonce,
      links,
      languages,
      layout,
      showsPoweredBy,
    };
    return templates.render(
      template,
      { ...data, title, lead, brand, page: frame },
      { t: withTexts(translate(locale), texts), asset: assets.url },
    );
  }

  return {
    assets,
    locales,
    translate,
    localeFor: (wishes) => negotiateLocale([...locales], wishes),
    render(view) {
      const nonce = newNonce(options.random);
      return page(htmlOf(view, nonce), {
        status: view.status,
        headers: {
          ...pageHeaders({ ...view.policy, nonce }),
          'content-language': view.locale,
          ...view.headers,
        },
      });
    },
  };
}
