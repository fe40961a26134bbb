import { describe, expect, it } from 'vitest';
import { checkColors, checkLook, checkMargin, contrast } from './scannability';

describe('color checks', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 1 / 21],
    ['#777777', '#ffffff', 4.48],
  ])('compute for %s on %s a contrast of %d', (dark, light, ratio) =>
    expect(contrast(dark, light)).toBeCloseTo(ratio, 2),
  );

  it.each([
    ['#101D1E', '#ffffff', 'good', 'Contrast 17.3:1 works with every scanner.'],
    ['#777777', '#ffffff', 'fair', 'Contrast 4.5:1 is fine on screens, but faded prints may fail.'],
    ['#cccccc', '#ffffff', 'bad', 'Contrast 1.6:1 is too low. Use a darker module color.'],
    ['#ffffff', '#101d1e', 'bad', 'Many scanners can’t read light on dark. Swap the colors.'],
    ['#fff', '#101d1e', 'bad', 'Enter colors such as #1a2b3c.'],
  ])('rate %s on %s as %s', (dark, light, tone, message) =>
    expect(checkColors(dark, light)).toEqual({ tone, message }),
  );

  it('rate the weaker end of a gradient instead of the plain color', () => {
    const look = { dark: '#cccccc', light: '#ffffff', gradient: 'linear:45:#101d1e:#777777' };
    expect(checkLook(look).message).toBe('Contrast 4.5:1 is fine on screens, but faded prints may fail.');
    expect(checkLook({ ...look, gradient: 'radial:#cccccc:#101d1e' }).tone).toBe('bad');
    expect(checkLook({ ...look, gradient: '' }).tone).toBe('bad');
  });

  it('warn about a margin of less than 4 modules', () => {
    expect(checkMargin(4)).toBeNull();
    expect(checkMargin(1)).toContain('Scanners expect a margin of 4 modules');
  });
});
