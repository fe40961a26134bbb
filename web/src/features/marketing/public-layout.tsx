import type { ReactNode } from 'react';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';

/** The header and the footer of the public pages, and the live regions of their messages. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <div role="status" className="ui-connection" data-island="connection-banner" />
      <div className="site-page">
        <a className="ui-skip" href="#main">
          Skip to content
        </a>
        <SiteHeader />
        {children}
        <SiteFooter />
      </div>
      <section aria-label="Messages" aria-live="polite" aria-relevant="additions text">
        <ol className="site-toasts" data-island="toasts" />
      </section>
    </>
  );
}

/** The main part of a public page. */
export function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  );
}
