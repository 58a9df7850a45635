import { describe, expect, it } from 'vitest';
import { logStreamBody } from './log-stream-kinds.ts';

const values = {
  name: ' Security ',
  startFrom: 'now',
  config: { url: 'https://example.com', index: '', dataStream: 'logs' },
  credentials: { token: 't', apiKey: 'k' },
};

describe('the request for a log stream', () => {
  it('has the fields of its kind alone, without empty ones', () => {
    expect(logStreamBody({ kind: 'splunk_hec', ...values })).toEqual({
      kind: 'splunk_hec',
      name: 'Security',
      startFrom: 'now',
      config: { url: 'https://example.com' },
      credentials: { token: 't' },
    });
  });

  it('has the type of the credentials where there are several', () => {
    expect(logStreamBody({ kind: 'http', ...values })).toMatchObject({
      credentials: { type: 'bearer', token: 't' },
    });
    expect(logStreamBody({ kind: 'http', ...values, credentials: {} })).not.toHaveProperty(
      'credentials',
    );
  });
});
