import { lazy, type ReactNode, Suspense, useState } from 'react';
import { usePreferences, useUser } from '@/entities/session/use-session';
import { UnsavedForms } from '@/shared/forms/unsaved-forms';
import { useMedia } from '@/shared/hooks/use-media';
import { TooltipProvider } from '@/shared/ui/tooltip';
import { Sidebar } from './sidebar';
import { TabBar } from './tab-bar';
import { TopBar } from './top-bar';
import { useShellShortcuts } from './use-shell-shortcuts';
import './shell.css';

const MobileNav = lazy(() => import('./mobile-nav').then((module) => ({ default: module.MobileNav })));
const CommandPalette = lazy(() => import('./command-palette').then((module) => ({ default: module.CommandPalette })));
const VerifyEmailBanner = lazy(() =>
  import('./verify-email-banner').then((module) => ({ default: module.VerifyEmailBanner })),
);
const ShortcutSheet = lazy(() => import('./shortcut-sheet').then((module) => ({ default: module.ShortcutSheet })));

/** The frame of every dashboard screen: sidebar, top bar, tab bar and shortcuts. */
export function Shell({ children }: { children: ReactNode }) {
  const user = useUser();
  const [menu, setMenu] = useState(false);
  const [keys, setKeys] = useState(false);
  const [palette, setPalette] = useState(false);
  const narrow = useMedia('(max-width: 1099px)');
  const rail = usePreferences().rail || narrow;
  useShellShortcuts({ onHelp: () => setKeys(true), onPalette: () => setPalette(true) });
  return (
    <TooltipProvider>
      <UnsavedForms>
        <a className="ui-skip" href="#main">
          Skip to content
        </a>
        <div className="shell-app" data-rail={rail || undefined}>
          <Sidebar rail={rail} />
          <div className="min-w-0">
            <TopBar menuOpen={menu} onMenu={() => setMenu(true)} />
            <main id="main" tabIndex={-1}>
              {user?.emailVerified === false && (
                <Suspense fallback={null}>
                  <VerifyEmailBanner email={user.email} />
                </Suspense>
              )}
              {children}
            </main>
          </div>
        </div>
        <TabBar moreOpen={menu} onMore={() => setMenu(true)} />
        <Suspense fallback={null}>
          {menu && <MobileNav open onClose={() => setMenu(false)} />}
          {palette && <CommandPalette onClose={() => setPalette(false)} />}
          {keys && <ShortcutSheet open onClose={() => setKeys(false)} />}
        </Suspense>
      </UnsavedForms>
    </TooltipProvider>
  );
}
