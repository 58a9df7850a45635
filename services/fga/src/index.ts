export { engine } from './engine.ts';
export { fga } from './service.ts';
