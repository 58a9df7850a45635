-- Templates of mails, messages on their way, and windows of the limits on them.
CREATE TABLE email_templates (
  tenant_id text NOT NULL,
  type text NOT NULL COLLATE "C",
  locale text NOT NULL COLLATE "C",
  subject text NOT NULL,
  html text NOT NULL,
  -- null: made from html
  plain_text text,
  from_name text,
  reply_to text,
  enabled boolean NOT NULL,
  link_lifetime_seconds integer,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, type, locale)
);
SELECT own_by_tenant('email_templates');

CREATE TABLE email_messages (
  tenant_id text NOT NULL,
  id text NOT NULL,
  created_at timestamptz NOT NULL,
  type text NOT NULL,
  recipient text NOT NULL,
  user_id text,
  -- sealed; null once the message has ended: nothing of it is kept longer than it takes to send it
  content text,
  state text NOT NULL CONSTRAINT email_messages__state CHECK (state IN ('queued', 'sent', 'failed', 'expired')),
  error text,
  smtp_response text,
  expires_at timestamptz NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (tenant_id, created_at, id),
  CONSTRAINT email_messages__content CHECK (content IS NULL OR state = 'queued')
) PARTITION BY RANGE (created_at);
CREATE INDEX email_messages__user_id ON email_messages (tenant_id, user_id) WHERE user_id IS NOT NULL;
CREATE TABLE email_messages_default PARTITION OF email_messages DEFAULT;
SELECT own_by_tenant('email_messages');
SELECT partitions_maintain('email_messages', 'month', interval '30 days');

CREATE TABLE rate_windows (
  tenant_id text NOT NULL,
  bucket text NOT NULL,
  window_start timestamptz NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (tenant_id, bucket, window_start)
);
CREATE INDEX rate_windows__window_start ON rate_windows (window_start);
SELECT own_by_tenant('rate_windows');
SELECT show_to_worker('rate_windows');
GRANT SELECT (window_start), DELETE ON rate_windows TO {{schema}}_worker;
