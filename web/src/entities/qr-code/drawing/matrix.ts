import encodeQR from 'qr';
import type { QrLook } from '../qr-code.types';
import type { Matrix } from './grid';

const LEVELS = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const;

/**
 * Encodes a text. One encoding holds the whole text, as on the server; the library chooses the mask of the lowest
 * penalty. Throws when the text is too long for the level.
 */
export function encode(text: string, level: QrLook['level']): Matrix {
  const options = { ecc: LEVELS[level], encoding: encodingOf(text), border: 1 } as const;
  const rows = encodeQR(text, 'raw', options); // The library always adds a border.
  return rows.slice(1, -1).map((row) => row.slice(1, -1));
}

function encodingOf(text: string) {
  if (/^[0-9]*$/.test(text)) return 'numeric';
  return /^[0-9A-Z $%*+\-./:]*$/.test(text) ? 'alphanumeric' : 'byte';
}
