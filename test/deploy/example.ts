import type { PortedService } from '@platform/dev/platform-ports';
import { example, kustomization, manifestNamed } from './manifests.ts';
import type { Manifest } from './manifests.ts';

/** The example, as a platform team would copy it. */
export const installation = kustomization(example);

/**
 * The name of a process's Deployment and Service: its own, except for the gateway, which the specification calls the product API.
 */
export const workloadOf = (name: PortedService): string =>
  name === 'gateway' ? 'product-api' : name;

/** The Deployment of a process. */
export const deploymentOf = (name: PortedService): Manifest =>
  manifestNamed(installation, 'Deployment', workloadOf(name));
