export * from './ids.ts';
export * from './operation.ts';
export * from './partition.ts';
export * from './principal.ts';
export * from './problems.ts';
export * from './configuration/channels.ts';
export * from './configuration/properties.ts';
export * from './configuration/property.ts';
