// Before the page is painted: the appearance that the reader chose.
try {
  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage is off: the appearance of the system is used.
}
