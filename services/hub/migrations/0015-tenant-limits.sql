-- A tenant's own rate limits; null: all as configured.
ALTER TABLE tenant ADD COLUMN limits jsonb CONSTRAINT tenant__limits CHECK (
  jsonb_typeof(limits) = 'object' AND limits <> '{}'
  AND limits - '{tenantRequestsPerMinute,clientRequestsPerMinute,oauthTenantRequestsPerMinute,oauthClientRequestsPerMinute}'::text[] = '{}'
);
