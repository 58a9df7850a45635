export { platformctl } from './program.ts';
