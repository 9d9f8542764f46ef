import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Nothing serious for a checker of accessibility, light or dark, and nothing to scroll sideways for. */
export const isSound = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const checker = new AxeBuilder({ page });
    // In the dark only the colours are others.
    if (colorScheme === 'dark') checker.withRules('color-contrast');
    const { violations } = await checker.analyze();
    const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(bad.map(({ id, nodes }) => `${page.url()} ${colorScheme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  const wider = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');
  expect(wider, `${page.url()} is wider than its window`).toBe(false);
};
