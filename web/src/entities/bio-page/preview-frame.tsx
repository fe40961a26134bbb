import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { useEventCallback } from '@/shared/hooks/use-event-callback';
import { patchDocument } from './patch-document';

interface Props {
  html: string;
  /** Accessible name. */
  title: string;
  /** The viewport of the page, in px. */
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
  /** Called with the id of a block that is clicked. */
  onBlock?: (id: string) => void;
  className?: string;
}

/**
 * A bio page in a frame without scripts, forms and navigation. New HTML replaces the content without a reload, so that
 * the scroll position stays.
 */
export function PreviewFrame({ html, title, width, height, colorScheme, onBlock, className }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const initial = useRef(html);
  const shown = useRef(html);
  const select = useEventCallback((event: Event) => {
    event.preventDefault();
    const id = (event.target as Element).closest?.('[data-block]')?.getAttribute('data-block');
    if (id) onBlock?.(id);
  });

  function update() {
    const page = frame.current?.contentDocument;
    if (!page?.body || page.URL === 'about:blank') return;
    if (shown.current !== html) {
      shown.current = html;
      patchDocument(page, html);
    }
    page.addEventListener('click', select, { capture: true });
    page.addEventListener('auxclick', select, { capture: true });
  }

  useEffect(update);

  return (
    <iframe
      ref={frame}
      className={clsx('bio-frame', className)}
      title={title}
      // Scripts stay forbidden: the same origin only lets the editor patch the content.
      sandbox="allow-same-origin"
      srcDoc={initial.current}
      width={width}
      height={height}
      style={{ colorScheme }}
      onLoad={update}
    />
  );
}
