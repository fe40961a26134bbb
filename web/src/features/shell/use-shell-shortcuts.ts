import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useShortcut } from '@/shared/hooks/use-shortcut';
import { sessionStore } from '@/shared/lib/session-store';
import { shortcutHandler, shortcuts } from '@/shared/lib/shortcuts';
import { SELF_LINKS, WORK_LINKS } from './nav-links';

function preferences() {
  const session = sessionStore.get();
  return session.status === 'authenticated' ? (session.user.preferences ?? {}) : {};
}

/** The keys that work on every screen of the dashboard, and the one listener behind all shortcuts. */
export function useShellShortcuts(onHelp: () => void): void {
  const navigate = useNavigate();

  useEffect(() => {
    const onKey = shortcutHandler(() => !preferences().shortcutsOff);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  useEffect(() => {
    const undo = [...WORK_LINKS, ...SELF_LINKS].map(({ to, label, key }) =>
      shortcuts.add({ keys: `g ${key}`, label, group: 'Go to', run: () => void navigate({ to }) }),
    );
    return () => {
      for (const remove of undo) remove();
    };
  }, [navigate]);

  useShortcut({
    keys: 'c',
    label: 'New link',
    group: 'General',
    run: () => void navigate({ to: '/dashboard/links', search: { new: 'link' } }),
  });
  useShortcut({
    keys: 'q',
    label: 'New QR code',
    group: 'General',
    run: () => void navigate({ to: '/dashboard/qr-codes', search: { new: 1 } }),
  });
  useShortcut({ keys: '?', label: 'Show the keys', group: 'General', run: onHelp });
  useShortcut({
    keys: 'mod+\\',
    label: 'Fold the sidebar',
    group: 'General',
    run: () => sessionStore.setPreferences({ rail: !preferences().rail }),
  });
}
