import { z } from 'zod';
import { ConfigureSiemSinkRequest, SiemSink, UpdateSiemSinkRequest } from './siem-sink.ts';

/** Body of POST: as for a sink, without what would read the events of others. */
export const CreateSetupLogStreamRequest = ConfigureSiemSinkRequest.superRefine((body, context) => {
  const issue = (path: string[], message: string): void =>
    context.addIssue({ code: 'custom', path, message });
  if (body.startFrom !== undefined && body.startFrom !== 'now') issue(['startFrom'], 'must be now');
  if (body.filter?.organizationIds) issue(['filter', 'organizationIds'], 'must be absent');
}).meta({ id: 'CreateSetupLogStreamRequest' });

/** Body of PATCH. */
export const UpdateSetupLogStreamRequest = UpdateSiemSinkRequest.refine(
  ({ filter }) => filter === undefined || !('organizationIds' in filter),
  { path: ['filter', 'organizationIds'], error: 'must be absent' },
).meta({ id: 'UpdateSetupLogStreamRequest' });

/** A log stream of an organization. */
export const SetupLogStream = z.object(SiemSink.shape).meta({ id: 'SetupLogStream' });
