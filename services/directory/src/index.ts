export { directory } from './service.ts';
