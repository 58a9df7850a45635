/** The address of a path of the application; other addresses stay as they are. */
export const hrefBelow = (basePath: string, href: string): string => {
  if (!href.startsWith('/') || href.startsWith('//')) return href;
  return href === '/' ? basePath : `${basePath}${href}`;
};
