export type Theme = 'light' | 'dark' | 'system';

/** Shows the page in a theme; `system` follows the device. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}

export type Density = 'normal' | 'compact';

/** Sets the height of the rows of tables: 44 or 32 px. */
export function applyDensity(density: Density): void {
  const { dataset } = document.documentElement;
  if (density === 'normal') delete dataset['density'];
  else dataset['density'] = density;
}
