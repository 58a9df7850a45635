export * from './ids.ts';
export * from './operation.ts';
export * from './partition.ts';
export * from './principal.ts';
export * from './problems.ts';
