/** The way from the current page to the first. */
const rootOf = () => document.documentElement.dataset.root;
const most = 30;

/** The index is loaded when the search is first used. */
let loading;
async function load() {
  const [{ default: MiniSearch }, { searchOptions }, response] = await Promise.all([
    import('./minisearch.js'),
    import('./search-options.js'),
    fetch(`${rootOf()}search.json`),
  ]);
  if (!response.ok) throw new Error(`The search index has status ${response.status}.`);
  return MiniSearch.loadJSON(await response.text(), searchOptions);
}

const element = (name, className, text) => {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
};

function resultView({ id, title, where, excerpt }) {
  const link = document.createElement('a');
  link.href = `${rootOf()}${id}`;
  link.append(
    element('span', 'result-title', title),
    element('span', 'result-where', where),
    element('span', 'result-text', excerpt),
  );
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** Arrow keys move between the field and its results. */
function moveFocus(dialog, key) {
  const stops = [dialog.querySelector('input'), ...dialog.querySelectorAll('.results a')];
  const at = stops.indexOf(document.activeElement);
  stops[Math.min(stops.length - 1, Math.max(0, at + (key === 'ArrowDown' ? 1 : -1)))].focus();
}

/** Opens the search by its button, `/` or Ctrl-K. */
export function prepareSearch() {
  const dialog = document.querySelector('dialog.search');
  const field = dialog.querySelector('input');
  const list = dialog.querySelector('.results');
  const nothing = dialog.querySelector('.no-results');

  async function find() {
    const words = field.value.trim();
    try {
      const index = await (loading ??= load());
      if (field.value.trim() !== words) return;
      const results = words === '' ? [] : index.search(words).slice(0, most);
      list.replaceChildren(...results.map(resultView));
      nothing.textContent = 'No results.';
      nothing.hidden = words === '' || results.length > 0;
    } catch {
      loading = undefined;
      nothing.textContent = 'The search could not be loaded. Reload the page to try again.';
      nothing.hidden = false;
    }
  }

  function open() {
    if (!dialog.open) dialog.showModal();
    field.select();
    void find();
  }

  field.addEventListener('input', find);
  document.querySelector('.search-button').addEventListener('click', open);
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target.closest('a')) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target === field) list.querySelector('a')?.click();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    moveFocus(dialog, event.key);
  });
  addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.('input, textarea, select');
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isShortcut && (event.key !== '/' || isTyping)) return;
    event.preventDefault();
    open();
  });
}
