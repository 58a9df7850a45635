import { succeeded } from '../management-api.ts';
import { createOnce, listAll } from './demo-tenant.ts';
import type { DemoGoal } from './demo-tenant.ts';

const events = ['organization.*', 'user.deleted', 'role.*'];

/** Creates endpoints before anything happens, so that there are deliveries. The inbox answers the first; the others fail. */
export async function addEndpoints({ api, inbox }: DemoGoal): Promise<void> {
  const known = await listAll<{ description: string | null }>(api, '/webhook-endpoints');
  const descriptions = new Set(known.map(({ description }) => description));
  for (const [description, url] of [
    ['Customer relations', `${inbox}/api/mails`],
    ['Billing, which has moved', `${inbox}/moved/billing`],
    ['Data warehouse, which is switched off', 'http://localhost:65535/events'],
  ] as const)
    if (!descriptions.has(description))
      await succeeded(api('POST', '/webhook-endpoints', { url, description, eventTypes: events }));
}

/** Creates a log stream, unless there is one. */
export async function addLogStream({ api, inbox }: DemoGoal): Promise<void> {
  const sinks = await listAll(api, '/siem/sinks');
  if (sinks.length > 0) return;
  const config = { url: `${inbox}/api/mails` };
  await succeeded(api('POST', '/siem/sinks', { name: 'Security team', kind: 'http', config }));
}

const redirectUris = ['http://localhost:3000/callback'];

/** Applications of the demo, which analytics count too. */
export const demoApplications = [
  { clientId: 'storefront', name: 'Storefront', type: 'web', redirectUris },
  { clientId: 'mobile-app', name: 'Mobile app', type: 'native', redirectUris: ['app.example:/in'] },
  { clientId: 'back-office', name: 'Back office', type: 'spa', redirectUris },
  { clientId: 'nightly-report', name: 'Nightly report', type: 'm2m' },
] as const;

export async function addApplications({ api }: DemoGoal): Promise<void> {
  for (const application of demoApplications) await createOnce(api, '/applications', application);
}
