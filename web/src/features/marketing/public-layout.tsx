import { type ReactNode, useEffect } from 'react';
import { whenIdle } from '@/shared/lib/when-idle';
import { loadToaster } from '@/shared/ui/toast-host';
import { SiteFooter } from './site-footer';
import { SiteHeader } from './site-header';
import './site.css';

/** The header and the footer of the public pages. A page with `ownMain` renders the main part itself. */
export function PublicLayout({ children, ownMain }: { children: ReactNode; ownMain?: boolean }) {
  // The demo forms must not cause a request, so the code of the toasts is loaded in advance.
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
