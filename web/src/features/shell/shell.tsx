import { type ReactNode, useState } from 'react';
import { useFollowedClicks } from '@/entities/click/use-click-stream';
import { usePreferences, useUser } from '@/entities/session/use-session';
import { UnsavedForms } from '@/shared/forms/unsaved-forms';
import { useMedia } from '@/shared/hooks/use-media';
import { t } from '@/shared/i18n/t';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useOverlayWarmup } from '@/shared/ui/overlay-part';
import { Sidebar } from './sidebar';
import { TabBar } from './tab-bar';
import { TopBar } from './top-bar';
import { useShellShortcuts } from './use-shell-shortcuts';
import './shell.css';

const MobileNav = lazyPart(() => import('./mobile-nav'), 'MobileNav');
const CommandPalette = lazyPart(() => import('./palette/command-palette'), 'CommandPalette');
const VerifyEmailBanner = lazyPart(() => import('./verify-email-banner'), 'VerifyEmailBanner');
const WorkspaceDialog = lazyPart(() => import('@/widgets/workspaces/workspace-dialog'), 'WorkspaceDialog');
const ShortcutSheet = lazyPart(() => import('./shortcut-sheet'), 'ShortcutSheet');

/** The frame of every dashboard screen: sidebar, top bar, tab bar and shortcuts. */
export function Shell({ children }: { children: ReactNode }) {
  const user = useUser();
  const [menu, setMenu] = useState(false);
  const [keys, setKeys] = useState(false);
  const [palette, setPalette] = useState(false);
  const [switching, setSwitching] = useState(false);
  const narrow = useMedia('(max-width: 1099px)');
  const rail = usePreferences().rail || narrow;
  useFollowedClicks();
  useOverlayWarmup();
  useShellShortcuts({ onHelp: () => setKeys(true), onPalette: () => setPalette(true) });
  return (
    <UnsavedForms>
      <a className="ui-skip" href="#main">
        {t('Skip to content')}
      </a>
      <div className="shell-app" data-rail={rail || undefined}>
        <Sidebar rail={rail} />
        <div className="min-w-0">
          <TopBar menuOpen={menu} onMenu={() => setMenu(true)} onSearch={() => setPalette(true)} />
          <main id="main" tabIndex={-1}>
            {user?.emailVerified === false && <VerifyEmailBanner email={user.email} />}
            {children}
          </main>
        </div>
      </div>
      <TabBar moreOpen={menu} onMore={() => setMenu(true)} />
      {menu && <MobileNav open onClose={() => setMenu(false)} />}
      {palette && <CommandPalette onClose={() => setPalette(false)} onWorkspaces={() => setSwitching(true)} />}
      {switching && <WorkspaceDialog onClose={() => setSwitching(false)} />}
      {keys && <ShortcutSheet open onClose={() => setKeys(false)} />}
    </UnsavedForms>
  );
}
