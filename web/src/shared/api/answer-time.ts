import { replaceEqualDeep } from '@tanstack/react-query';

/** The Date header has whole seconds. */
const PRECISION_MS = 1000;

const times = new WeakMap<object, number>();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Remembers when the server sent an answer. */
export function setAnswerTime(data: unknown, response: Response): void {
  const sent = Date.parse(response.headers.get('Date') ?? '');
  if (isObject(data) && !Number.isNaN(sent)) times.set(data, sent + PRECISION_MS);
}

/** The time (ms, of the server) from which on nothing is part of the data; undefined when that is not known. */
export function answerTime(data: unknown): number | undefined {
  return isObject(data) ? times.get(data) : undefined;
}

/** Gives data that was derived from an answer the answer's time. */
export function copyAnswerTime(from: unknown, to: unknown): void {
  const time = answerTime(from);
  if (time !== undefined && isObject(to)) times.set(to, time);
}

/** React Query's structural sharing, which copies objects, with the times of the answers. */
export function shareAnswer(previous: unknown, next: unknown): unknown {
  const shared = replaceEqualDeep(previous, next);
  copyAnswerTime(next, shared);
  return shared;
}
