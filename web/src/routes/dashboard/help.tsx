import { createFileRoute } from '@tanstack/react-router';
import { HelpScreen } from '@/features/help/help-screen';
import { ShortcutList } from '@/features/shell/shortcut-list';

export const Route = createFileRoute('/dashboard/help')({
  component: () => <HelpScreen keys={<ShortcutList />} />,
});
