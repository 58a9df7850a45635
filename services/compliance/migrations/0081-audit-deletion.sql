-- Records of the audit log are deleted by the owner of the schema, and of a deleted tenant by its purge: by no other role.
CREATE OR REPLACE FUNCTION keep_audit_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
    OR (current_user = '{{schema}}_app' AND EXISTS (SELECT FROM {{schema}}.purged_tenant WHERE tenant_id = OLD.tenant_id)))
  THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the audit log cannot be changed' USING ERRCODE = 'insufficient_privilege';
END $$;
