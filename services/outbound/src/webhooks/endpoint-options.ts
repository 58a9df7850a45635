import type { Cursors } from '@platform/kit/database';
import type { Egress } from '@platform/kit/egress';
import type { EndpointDependents } from './endpoint-dependents.ts';
import type { EndpointSeals } from './endpoint-seals.ts';
import type { EndpointView } from './endpoint-view.ts';

export interface EndpointOptions {
  cursors: Cursors;
  egress: Pick<Egress, 'checkUrl' | 'request'>;
  seals: EndpointSeals;
  view: EndpointView;
  dependents: EndpointDependents;
  origin: string;
  maxEndpoints: number;
  maxRatePerEndpoint: number;
  clock: () => number;
  onDeliveriesDue: (tenantId: string) => void;
}
