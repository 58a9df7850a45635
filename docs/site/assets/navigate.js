// Once a token is entered, pages replace each other without loading, so that it stays in memory.
const parts = ['.menu', 'main', '.outline'];

async function show(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The page has status ${response.status}.`);
  const next = new DOMParser().parseFromString(await response.text(), 'text/html');
  document.title = next.title;
  document.body.className = next.body.className;
  document.documentElement.dataset.root = next.documentElement.dataset.root;
  for (const part of parts) {
    const [present, other] = [document.querySelector(part), next.querySelector(part)];
    if (present && other) present.replaceChildren(...other.childNodes);
    else if (other) document.body.insertBefore(other, document.querySelector('dialog'));
    else present?.remove();
  }
}

const isPage = ({ origin, pathname }) =>
  origin === location.origin && /(?:\.html|\/)$/.test(pathname);

/** Follows links while `isWanted`. `prepare` runs on each page. */
export function prepareNavigation({ isWanted, prepare }) {
  let shown = location.pathname;
  async function go(url, isBack) {
    try {
      await show(url);
      if (!isBack) history.pushState({}, '', url);
      shown = location.pathname;
      prepare();
      const target = document.getElementById(decodeURIComponent(new URL(url).hash.slice(1)));
      if (target) target.scrollIntoView();
      else scrollTo(0, 0);
      document.querySelector('main').focus({ preventScroll: true });
    } catch {
      location.assign(url);
    }
  }

  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href]');
    const isPlain = !event.defaultPrevented && event.button === 0;
    if (!link || !isPlain || event.metaKey || event.ctrlKey || event.shiftKey || !isWanted())
      return;
    const url = new URL(link.href);
    if (!isPage(url) || url.pathname === location.pathname) return;
    event.preventDefault();
    void go(url.href, false);
  });
  addEventListener('popstate', () => {
    if (location.pathname !== shown) void go(location.href, true);
  });
}
