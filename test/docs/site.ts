/** A sample of a request beside its operation. */
export interface Sample {
  label: string;
  code: string;
}

interface SiteModule {
  renderSite(options?: { repositoryUrl?: string }): Promise<Map<string, string>>;
}
interface LinksModule {
  deadLinks(pages: ReadonlyMap<string, string>, files: ReadonlyMap<string, string>): string[];
  slugger(): (title: string) => string;
}
interface DocumentsModule {
  pathOf(source: string): string;
}

/** A module of the site's generator, which has no types. */
const generator = async <T>(name: string): Promise<T> =>
  (await import(new URL(`../../docs/site/${name}`, import.meta.url).href)) as T;

let rendering: Promise<Map<string, string>> | undefined;
/** The files of the site, rendered once for the tests of a process. */
export const renderedSite = (): Promise<Map<string, string>> =>
  (rendering ??= generator<SiteModule>('site.js').then(({ renderSite }) => renderSite()));

export const links = (): Promise<LinksModule> => generator('links.js');
export const documents = (): Promise<DocumentsModule> => generator('documents.js');

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
};

/** The text of HTML, with its white space. */
export const textOf = (html: string): string =>
  html.replace(/<[^>]+>/g, '').replace(/&(?:lt|gt|quot|amp|#x27);/g, (entity) => entities[entity]!);

/** The part of a page from the heading with this id to the end of its section. */
export function sectionOf(page: string, id: string): string {
  const start = page.indexOf(`id="${id}"`);
  return start < 0 ? '' : page.slice(start, page.indexOf('</section>', start));
}

/** The samples of a section, by the language that its tab names. */
export const samplesIn = (section: string): Sample[] =>
  [
    ...section.matchAll(
      /<div role="tabpanel"[^>]*data-language="([^"]+)"[^>]*>[^]*?<code>([^]*?)<\/code>/g,
    ),
  ].map(([, label = '', code = '']) => ({ label, code: textOf(code) }));
