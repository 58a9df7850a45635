import { startApp } from '../parts/app-root.tsx';
import '../kit/page.css';
import { showChosenTheme } from './frame/theme.ts';
import { consoleRouter } from './router.tsx';

showChosenTheme();
await startApp({ app: 'console', areas: ['console'], routerOf: consoleRouter });
