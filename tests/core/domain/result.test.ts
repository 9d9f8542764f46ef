import { describe, expect, it } from 'vitest';
import { done, refused } from '#core/domain/result.ts';

describe('a result', () => {
  it('is an answer or a refusal', () => {
    expect(done(7)).toEqual({ ok: true, value: 7 });
    expect(refused({ kind: 'not-found' })).toEqual({ ok: false, refusal: { kind: 'not-found' } });
  });
});
