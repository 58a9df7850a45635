import { StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { guardHtml } from '../client/trusted-types.ts';
import { KitProvider } from '../kit/kit-provider.tsx';
import { applyDensity, applyTheme } from '../kit/theme.ts';
import { createWords } from '../kit/words/words.ts';
import '../kit/page.css';
import './gallery.css';
import { pages } from './pages.ts';
import { pseudoWords } from './pseudo-words.ts';
import { settings } from './settings.ts';

guardHtml();
const { locale, theme, density, palette } = settings;
const root = document.documentElement;
root.lang = locale;
root.dir = locale.startsWith('ar') ? 'rtl' : 'ltr';
applyTheme(theme);
applyDensity(density);
document.body.classList.toggle('tenant-palette', palette === 'tenant');

const words = createWords(locale, pseudoWords[locale]);
await words.load('kit');
const Index = () => (
  <main>
    <h1>Gallery</h1>
    <ul>
      {Object.keys(pages).map((name) => (
        <li key={name}>
          <a href={`#${name}`}>{name}</a>
        </li>
      ))}
    </ul>
  </main>
);

const readPage = (): string => location.hash.slice(1);
function onPage(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** The page of the hash: tests go through all of them without loading the script again. */
function Gallery() {
  const name = useSyncExternalStore(onPage, readPage);
  const Page = pages[name] ?? Index;
  return (
    <div data-gallery={name}>
      <Page key={name} />
    </div>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <KitProvider words={words} basePath="" navigate={() => undefined}>
      <Gallery />
    </KitProvider>
  </StrictMode>,
);
