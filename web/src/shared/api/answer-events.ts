import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * Which clicks the figures of an answer include, by the numbers that a run of the server gives them: all up to `least`,
 * and none after `most`.
 */
export interface Included {
  run: string;
  least: number;
  most: number;
}

const HEADER = /^(\S+) (\d+)-(\d+)$/;

const included = new WeakMap<object, Included>();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Remembers which clicks an answer includes. */
export function setIncluded(data: unknown, clicks: Included | undefined): void {
  if (isObject(data) && clicks) included.set(data, clicks);
}

/** What the server says of an answer; undefined for an answer without figures, or where several servers count. */
export function includedBy(response: Response): Included | undefined {
  const [, run = '', least, most] = HEADER.exec(response.headers.get('Linnet-Events') ?? '') ?? [];
  return run ? { run, least: Number(least), most: Number(most) } : undefined;
}

/** Which clicks data includes; undefined when that is not known. */
export function includedIn(data: unknown): Included | undefined {
  return isObject(data) ? included.get(data) : undefined;
}

/** React Query's structural sharing, which copies objects, with the clicks that the answers include. */
export function shareAnswer(previous: unknown, next: unknown): unknown {
  const shared = replaceEqualDeep(previous, next);
  setIncluded(shared, includedIn(next));
  return shared;
}
