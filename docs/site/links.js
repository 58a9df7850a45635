import { posix } from 'node:path';

/** The name that a heading has in links, as forges compute it: `What to do?` becomes `what-to-do`. */
const slugOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

/** Names headings of one page: a repeated name gets a number. */
export function slugger() {
  const used = new Map();
  return (title) => {
    const slug = slugOf(title);
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

/** A link from one page of the site to another. Links are relative, so that the site works below every path. */
export function hrefBetween(from, to) {
  const [path, anchor] = to.split('#');
  const relative = path === from && anchor ? '' : posix.relative(posix.dirname(from), path);
  return anchor === undefined ? relative : `${relative}#${anchor}`;
}

/** Whether a link leads to another site. */
export const isOutside = (href) => /^[a-z][a-z+.-]*:/i.test(href);

/** Every link to a page or an anchor that does not exist, as `page: link`. `pages`: HTML by path; `files`: paths of all other files. */
export function deadLinks(pages, files) {
  const anchors = new Map(
    [...pages].map(([path, html]) => [
      path,
      new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  const isDead = (from, href) => {
    if (isOutside(href)) return false;
    const [path, anchor] = href.split('#');
    const target = path === '' ? from : posix.join(posix.dirname(from), path);
    if (!anchors.has(target)) return !files.has(target);
    return anchor !== undefined && !anchors.get(target).has(decodeURIComponent(anchor));
  };
  return [...pages].flatMap(([from, html]) =>
    [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)]
      .map(([, href]) => href.replaceAll('&amp;', '&'))
      .filter((href) => isDead(from, href))
      .map((href) => `${from}: ${href}`),
  );
}
