import { describe, expect, it } from 'vitest';
import { approverFault, rulesBody, rulesPatch, rulesValues, usualRules } from './rules-values.ts';

describe('rules of an eligible assignment', () => {
  it('are the same after they went through the form', () => {
    const rules = {
      maxDurationSeconds: 7_200,
      defaultDurationSeconds: 1_800,
      requireApproval: true,
      requiredApprovals: 2,
      approvers: [{ type: 'role' as const, id: 'security_admin' }],
      approvalTimeoutSeconds: 3_600,
      requireJustification: true,
      requireTicket: true,
      ticketPattern: 'INC-[0-9]+',
      requireAcr: null,
      requireAuthWithinSeconds: 900,
    };
    expect(rulesBody(rulesValues(rules))).toEqual(rules);
  });

  it('leave the assurance to the platform unless it is chosen', () => {
    expect(rulesBody(usualRules)).not.toHaveProperty('requireAcr');
  });

  it('never have a usual duration above the longest one', () => {
    const body = rulesBody({ ...usualRules, maxDuration: '900', defaultDuration: '3600' });
    expect(body.defaultDurationSeconds).toBe(900);
  });

  it('name the line that is no approver', () => {
    expect(approverFault('role:security_admin\nada')).toBe('ada');
    expect(approverFault('user:usr_1\n\ngroup:grp_1')).toBeUndefined();
  });

  it('change alone, each with those that it limits', () => {
    const values = { ...usualRules, maxDuration: '1800', defaultDuration: '3600', acr: 'none' };
    expect(rulesPatch(values, ['maxDuration', 'acr', 'justification'])).toEqual({
      maxDurationSeconds: 1_800,
      defaultDurationSeconds: 1_800,
      requireAcr: null,
    });
    expect(rulesPatch({ ...values, ticketPattern: 'x' }, ['requireTicket'])).toEqual({
      requireTicket: false,
      ticketPattern: null,
    });
  });
});
