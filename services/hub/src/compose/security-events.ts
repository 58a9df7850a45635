import type { Platform, Worker } from '@platform/kit/service';
import type { HubConfig } from '../config.ts';
import { securityEventForwarder } from '../security-events/forwarder.ts';

/** Forwards security events to the identity service, if its URL is configured. */
export function composeSecurityEvents(platform: Platform, config: HubConfig): Worker[] {
  const { bus, log, metrics } = platform;
  const { securityEventsUrl: baseUrl, securityEventsBearer: bearer } = config;
  if (baseUrl === '') return [];
  const egress = platform.egress('compliance', { trustedOrigins: [baseUrl] });
  const forwarder = securityEventForwarder({ bus, egress, baseUrl, bearer, log, metrics });
  return [
    {
      start: forwarder.start,
      async stop() {
        await forwarder.stop();
        await egress.close();
      },
    },
  ];
}
