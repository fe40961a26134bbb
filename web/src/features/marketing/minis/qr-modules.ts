// The code of https://lnt.example/linen, version 2, one number for each row of 25 modules.
const ROWS = [
  0x1fc697f, 0x1041641, 0x175e25d, 0x1750f5d, 0x175015d, 0x1056741, 0x1fd557f, 0x1b700, 0x17c487c, 0x723922, 0x18e3f8b,
  0x183f631, 0x1579ed7, 0x1f149aa, 0x174b6fb, 0x121e271, 0x13f3df4, 0x19918, 0x1fc9157, 0x105e51b, 0x1753ff4, 0x175685f,
  0x1758c0d, 0x10403b9, 0x1fd9c3f,
] as const;

export const QR_SIZE = 25;

// The three finder patterns are drawn as eyes.
function inFinder(x: number, y: number): boolean {
  return (x < 7 && y < 7) || (x >= QR_SIZE - 7 && y < 7) || (x < 7 && y >= QR_SIZE - 7);
}

/** The dark modules outside the finder patterns, as one SVG path. */
export function modulePath(): string {
  let path = '';
  ROWS.forEach((row, y) => {
    for (let x = 0; x < QR_SIZE; x += 1) {
      const dark = (row >> (QR_SIZE - 1 - x)) & 1;
      if (dark && !inFinder(x, y)) path += `M${x} ${y}h1v1h-1z`;
    }
  });
  return path;
}

/** Where the three finder patterns stand. */
export const FINDERS = [
  { x: 0, y: 0 },
  { x: QR_SIZE - 7, y: 0 },
  { x: 0, y: QR_SIZE - 7 },
] as const;
