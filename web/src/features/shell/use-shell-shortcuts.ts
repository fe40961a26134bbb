import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useCan } from '@/entities/workspace/use-can';
import { useShortcut } from '@/shared/hooks/use-shortcut';
import { t } from '@/shared/i18n/t';
import { sessionStore } from '@/shared/lib/session-store';
import { shortcutHandler, shortcuts } from '@/shared/lib/shortcuts';
import { MORE_LINKS, SELF_LINKS, WORK_LINKS } from './nav-links';

function preferences() {
  const session = sessionStore.get();
  return session.status === 'authenticated' ? (session.user.preferences ?? {}) : {};
}

/** The shortcut of the command palette. */
export const PALETTE_KEYS = 'mod+k';

/** Registers the global shortcuts and the keydown listener that runs every shortcut. */
export function useShellShortcuts({ onHelp, onPalette }: { onHelp: () => void; onPalette: () => void }): void {
  const navigate = useNavigate();
  const canWrite = useCan('links:write');

  useEffect(() => {
    const onKey = shortcutHandler(() => !preferences().shortcutsOff);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  useEffect(() => {
    const unregister = [...WORK_LINKS, ...MORE_LINKS, ...SELF_LINKS].map(({ to, label, key }) =>
      shortcuts.add({ keys: `g ${key}`, label, group: 'Go to', run: () => void navigate({ to }) }),
    );
    return () => {
      for (const remove of unregister) remove();
    };
  }, [navigate]);

  useShortcut({
    keys: 'c',
    label: t('New link'),
    group: 'General',
    run: () => canWrite && void navigate({ to: '/dashboard/links', search: { new: 'link' } }),
  });
  useShortcut({
    keys: 'q',
    label: t('New QR code'),
    group: 'General',
    run: () => canWrite && void navigate({ to: '/dashboard/qr-codes', search: { new: 1 } }),
  });
  useShortcut({ keys: PALETTE_KEYS, label: t('Open command palette'), group: 'General', run: onPalette });
  useShortcut({ keys: '?', label: t('Show keyboard shortcuts'), group: 'General', run: onHelp });
  useShortcut({
    keys: 'mod+\\',
    label: t('Collapse sidebar'),
    group: 'General',
    run: () => sessionStore.setPreferences({ rail: !preferences().rail }),
  });
}
