import { Fragment, type ReactNode } from 'react';
import type { Values } from './message';
import { t } from './t';

type Tags = Readonly<Record<string, (children: ReactNode) => ReactNode>>;

const TAG = /<(\w+)(?:\/>|>(.*?)<\/\1>)/s;
// Stands for "<" in values, so that a value never makes a tag. It is for private use, so no text has it.
const LESS = '\uE000';

const hideTags = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('<', LESS) : value,
    ]),
  );

function render(text: string, tags: Tags): ReactNode {
  const found = TAG.exec(text);
  const [whole = '', name = '', inner] = found ?? [];
  if (!found) return text.replaceAll(LESS, '<');
  return (
    <>
      {text.slice(0, found.index).replaceAll(LESS, '<')}
      <Fragment key={name}>{tags[name]?.(inner === undefined ? null : render(inner, tags))}</Fragment>
      {render(text.slice(found.index + whole.length), tags)}
    </>
  );
}

interface Props {
  /** English, with a tag around each part that is an element: "See <a>the guide</a>.", "Sent to <address/>." */
  text: string;
  values?: Values;
  /** What makes the elements. */
  tags: Tags;
}

/** A sentence with elements inside, which translators may move. */
export function Trans({ text, values, tags }: Props) {
  return render(t(text, values && hideTags(values)), tags);
}
