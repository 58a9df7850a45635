-- Who ended an activation, so that their comment can be erased with them.
ALTER TABLE activations ADD COLUMN ended_by text COLLATE "C";
UPDATE activations SET ended_by = principal_id WHERE end_reason = 'requester';
