export { staticAssets } from './assets.ts';
export { builtAssets } from './built-assets.ts';
export type { AssetAnswer, Assets } from './assets.ts';
export { brandingCss, colourNames, contrastRatio, palettes } from './branding.ts';
export type { PageBranding, ColourName, Palette } from './branding.ts';
export { contentSecurityPolicy, newNonce, pageHeaders } from './csp.ts';
export type { ContentPolicy } from './csp.ts';
export { csrfTokens } from './csrf.ts';
export type { CsrfTokens, FormOwner } from './csrf.ts';
export { errorsByField, formView } from './form-view.ts';
export type { FieldDefinition, FieldView, FormState } from './form-view.ts';
export { galleryPages, galleryTemplates } from './gallery.ts';
export {
  chosenLanguage,
  languageAsked,
  languageChoices,
  languageCookie,
  languageParameter,
} from './language-choice.ts';
export type { LanguageChoice } from './language-choice.ts';
export { directionOf, negotiateLocale } from './locale.ts';
export type { LocaleWishes } from './locale.ts';
export { catalogueFaults } from './message-arguments.ts';
export { mergeCatalogues, readCatalogues, translations, withTexts } from './messages.ts';
export type { Catalogue, Catalogues, MessageValues, Translate } from './messages.ts';
export { pages } from './pages.ts';
export type { PageBrand, PageView, Pages, PagesOptions } from './pages.ts';
export { pseudoCatalogue, pseudoLocale } from './pseudo-locale.ts';
export { compileTemplates } from './templates.ts';
export type { PageGlobals, Templates } from './templates.ts';
