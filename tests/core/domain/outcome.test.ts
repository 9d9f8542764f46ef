import { describe, expect, it } from 'vitest';
import { reasons } from '#core/domain/outcome.ts';

describe('the reasons why a message got no answer', () => {
  it('are twelve different ones, and being answered is none of them', () => {
    expect(new Set(reasons).size).toBe(12);
    expect(reasons).not.toContain('answered');
  });
});
