import { Deletion, listOf } from '../common/list.ts';
import { operations } from '../operation.ts';
import { setupFor } from '../setup-scopes.ts';
import { HookTestResult } from './webhook-delivery.ts';
import {
  CreateSetupLogStreamRequest,
  SetupLogStream,
  UpdateSetupLogStreamRequest,
} from './setup-log-stream.ts';
import { SiemSinkHealth } from './siem-sink.ts';

const scopes = setupFor('logs');
const path = '/api/v1/setup/log-streams';

/** Operations with which contacts of an organization stream its events to their log store. */
export const setupLogStreamOperations = operations({
  setupLogStreamList: {
    method: 'get',
    path,
    scopes,
    summary: "Lists the organization's log streams",
    response: listOf(SetupLogStream),
    errors: [],
    noEtag: true,
  },
  setupLogStreamCreate: {
    method: 'post',
    path,
    scopes,
    summary: 'Creates a log stream of the organization',
    description: "The stream contains only the organization's events, from now on.",
    body: CreateSetupLogStreamRequest,
    response: SetupLogStream,
    errors: ['already_exists', 'limit_exceeded'],
    maxBodyBytes: 262_144,
  },
  setupLogStreamUpdate: {
    method: 'patch',
    path: `${path}/{id}`,
    scopes,
    summary: 'Updates, pauses or resumes a log stream of the organization',
    body: UpdateSetupLogStreamRequest,
    mergePatch: true,
    response: SetupLogStream,
    errors: ['already_exists', 'precondition_failed'],
    maxBodyBytes: 262_144,
  },
  setupLogStreamDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes,
    summary: 'Deletes a log stream of the organization',
    response: Deletion,
    errors: ['precondition_failed'],
  },
  setupLogStreamTest: {
    method: 'post',
    path: `${path}/{id}/test`,
    scopes,
    mode: 'external',
    summary: 'Sends a test event to a log stream of the organization',
    response: HookTestResult,
    errors: [],
    noEtag: true,
    firstByteSeconds: 35,
    longPoll: true,
  },
  setupLogStreamHealth: {
    method: 'get',
    path: `${path}/{id}/health`,
    scopes,
    summary: "Gets the health of the organization's log stream",
    response: SiemSinkHealth,
    errors: [],
    noEtag: true,
  },
});
