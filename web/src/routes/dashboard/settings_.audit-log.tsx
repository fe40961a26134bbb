import { createFileRoute } from '@tanstack/react-router';
import { AuditScreen } from '@/features/settings-audit/audit-screen';

export const Route = createFileRoute('/dashboard/settings_/audit-log')({
  component: AuditScreen,
});
