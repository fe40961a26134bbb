import clsx from 'clsx';
import { type DragEvent, type ReactNode, useState } from 'react';
import { isWebAddress } from '@/entities/link/destination';

interface Props {
  children: ReactNode;
  /** Nothing can be added. */
  disabled: boolean;
  onUrl: (url: string) => void;
  onImage: (file: File) => void;
}

/** Accepts a URL or an image that is dropped from another window or from the desktop. */
export function DropArea({ children, disabled, onUrl, onImage }: Props) {
  const [over, setOver] = useState(false);

  // Events of dialogs, which are elsewhere in the document, arrive here too.
  const isInside = ({ currentTarget, target }: DragEvent) => currentTarget.contains(target as Node);

  function onDragOver(event: DragEvent) {
    const { types } = event.dataTransfer;
    if (disabled || !isInside(event) || !(types.includes('text/uri-list') || types.includes('Files'))) return;
    event.preventDefault();
    setOver(true);
  }

  function onDrop(event: DragEvent) {
    setOver(false);
    if (disabled || !isInside(event)) return;
    const image = [...event.dataTransfer.files].find(({ type }) => type.startsWith('image/'));
    const url = firstUrl(event.dataTransfer.getData('text/uri-list'));
    if (!image && !url) return;
    event.preventDefault();
    if (image) onImage(image);
    else if (url) onUrl(url);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button "Add block" inside.
    <div
      className={clsx(over && 'bio-dropping')}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}

/** Returns the first web address of a text/uri-list (RFC 2483), whose comments start with #. */
function firstUrl(list: string): string | undefined {
  return list.split(/\r?\n/).find((line) => !line.startsWith('#') && isWebAddress(line));
}
