import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '@/features/home/home-screen';

/** Any other path below the dashboard shows its home. */
export const Route = createFileRoute('/dashboard/$')({
  component: HomeScreen,
});
