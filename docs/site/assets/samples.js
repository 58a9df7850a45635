const key = 'language';
let chosen;
try {
  chosen = localStorage.getItem(key) ?? undefined;
} catch {
  // Storage is off: the choice lasts as long as the page.
}

function show(language) {
  for (const samples of document.querySelectorAll('.samples')) {
    if (!samples.querySelector(`[role=tab][data-language="${language}"]`)) continue;
    for (const tab of samples.querySelectorAll('[role=tab]')) {
      const isChosen = tab.dataset.language === language;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    for (const panel of samples.querySelectorAll('[role=tabpanel]'))
      panel.hidden = panel.dataset.language !== language;
  }
}

function choose(tab) {
  // Samples above change their height: the one in view keeps its position.
  const before = tab.getBoundingClientRect().top;
  chosen = tab.dataset.language;
  show(chosen);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
  try {
    localStorage.setItem(key, chosen);
  } catch {
    // See above.
  }
}

const steps = { ArrowRight: 1, ArrowLeft: -1 };

/** Shows all samples in the language that the reader chose last. */
export function showLanguages() {
  if (chosen) show(chosen);
  for (const list of document.querySelectorAll('.samples [role=tablist]')) {
    const tabs = [...list.children];
    list.addEventListener('click', ({ target }) => target.matches('[role=tab]') && choose(target));
    list.addEventListener('keydown', ({ key: pressed, target }) => {
      if (!steps[pressed]) return;
      const next = tabs.at((tabs.indexOf(target) + steps[pressed]) % tabs.length);
      choose(next);
      next.focus();
    });
  }
}
