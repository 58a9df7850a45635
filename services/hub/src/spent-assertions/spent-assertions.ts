export { insertSpentAssertion } from './spent-assertion-store.ts';
export type { SpentAssertion } from './spent-assertion-store.ts';
