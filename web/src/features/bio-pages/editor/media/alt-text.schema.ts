import { line } from '../forms/fields.schema';

/** The maximum length of an alternative text, in characters. */
export const MAX_ALT = 300;

export const altText = line(MAX_ALT, 'Describe the image for people who cannot see it.');
