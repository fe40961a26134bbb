/** A JSON value as indented text, empty for null. */
export function toJsonText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** The value of JSON text, null for empty text. Throws a SyntaxError for anything else. */
export function parseJsonText(text: string): unknown {
  return text.trim() === '' ? null : JSON.parse(text);
}

/** What is wrong with JSON text, undefined when nothing is. Names the position if the browser does. */
export function jsonTextError(text: string): string | undefined {
  try {
    parseJsonText(text);
    return undefined;
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? [];
    return line ? `This is not valid JSON: see line ${line}, column ${column}.` : 'This is not valid JSON.';
  }
}
