import { prepareNavigation } from './navigate.js';
import { showLanguages } from './samples.js';
import { prepareSearch } from './search.js';
import { hasToken, prepareRequests } from './try-it.js';

const root = document.documentElement;

function switchTheme() {
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', root.dataset.theme);
  } catch {
    // Storage is off: the choice lasts as long as the page.
  }
}

function prepareMenu() {
  const button = document.querySelector('.menu-button');
  const show = (isOpen) => {
    root.classList.toggle('menu-open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
  };
  button.addEventListener('click', () => show(!root.classList.contains('menu-open')));
  addEventListener('keydown', ({ key }) => key === 'Escape' && show(false));
  document.querySelector('.menu').addEventListener('click', ({ target }) => {
    if (target.closest('a')) show(false);
  });
}

/** Brings the current page into the visible part of the menu, which is longer than the window. */
function showCurrentPage() {
  const menu = document.querySelector('.menu');
  const current = menu.querySelector('[aria-current]');
  if (current) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
}

function addCopyButtons() {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1_500);
    });
    block.append(button);
  }
}

/** Opens what hides the target of the address. */
function revealTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = target?.closest('details'); at; at = at.parentElement.closest('details'))
    at.open = true;
}

/** What each page has, also one that replaces another without loading. */
function preparePage() {
  addCopyButtons();
  showLanguages();
  prepareRequests();
  revealTarget();
}

document.querySelector('.theme-button').addEventListener('click', switchTheme);
prepareMenu();
showCurrentPage();
prepareSearch();
preparePage();
addEventListener('hashchange', revealTarget);
prepareNavigation({
  isWanted: hasToken,
  prepare() {
    showCurrentPage();
    preparePage();
  },
});
