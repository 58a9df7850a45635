import { StrictMode } from 'react';
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
const { locale, theme, density, palette, page } = settings;
const root = document.documentElement;
root.lang = locale;
root.dir = locale.startsWith('ar') ? 'rtl' : 'ltr';
applyTheme(theme);
applyDensity(density);
document.body.classList.toggle('tenant-palette', palette === 'tenant');

const words = createWords(locale, pseudoWords[locale]);
await words.load('kit');
const Page = pages[page ?? ''];

const Index = () => (
  <main>
    <h1>Gallery</h1>
    <ul>
      {Object.keys(pages).map((name) => (
        <li key={name}>
          <a href={`?page=${name}`}>{name}</a>
        </li>
      ))}
    </ul>
  </main>
);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <KitProvider words={words} basePath="" navigate={() => undefined}>
      <div data-gallery>{Page ? <Page /> : <Index />}</div>
    </KitProvider>
  </StrictMode>,
);
