-- Approvers can say why they approve, deny or end an activation.
ALTER TABLE activation_approvals ADD COLUMN comment text;
ALTER TABLE activations ADD COLUMN end_comment text;
