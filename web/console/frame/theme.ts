/** How the console looks, in this browser. It is no secret, so it may be stored here. */
export type Theme = 'system' | 'light' | 'dark';
export const themes: readonly Theme[] = ['system', 'light', 'dark'];

const key = 'theme';

/** A browser can refuse storage; then the choice lasts until the page is left. */
function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Shown nevertheless.
  }
}

function show(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}

/** The theme that the user has chosen. */
export const chosenTheme = (): Theme => themes.find((theme) => theme === stored()) ?? 'system';

/** Shows the chosen theme: before the page appears, so that it does not flash. */
export const showChosenTheme = (): void => show(chosenTheme());

export function chooseTheme(theme: Theme): void {
  store(theme);
  show(theme);
}
