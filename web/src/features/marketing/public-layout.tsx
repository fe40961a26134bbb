import { type ReactNode, useEffect } from 'react';
import { loadToaster } from '@/shared/ui/toast-host';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';
import './site.css';

/** Runs a task when the page has settled. Returns what takes it back. */
function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task);
  return () => cancelIdleCallback(handle);
}

/** The header and the footer of the public pages. A page with `ownMain` renders the main part itself. */
export function PublicLayout({ children, ownMain }: { children: ReactNode; ownMain?: boolean }) {
  // The demonstration and the newsletter must not cause a single request, not even for the code of their message.
  useEffect(() => whenIdle(() => void loadToaster()), []);
  return (
    <div className="site-page">
      <a className="ui-skip" href="#main">
        Skip to content
      </a>
      <SiteHeader />
      {ownMain ? (
        children
      ) : (
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      )}
      <SiteFooter />
    </div>
  );
}
