import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { onTestFinished } from 'vitest';
import { type Island, startIslands } from '@/shared/lib/islands';

/** Puts the markup of a public page into the document, as the build renders it, and starts its islands. */
export function mountIslands(ui: ReactNode, islands: Readonly<Record<string, Island>>): UserEvent {
  document.body.innerHTML = renderToStaticMarkup(ui);
  onTestFinished(() => document.body.replaceChildren());
  startIslands(islands);
  return userEvent.setup({ delay: null });
}
