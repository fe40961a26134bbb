import { createFileRoute } from '@tanstack/react-router';

/** Any other path below the dashboard shows its home. */
export const Route = createFileRoute('/dashboard/$')({
  component: () => <h1>Welcome to Your Linnet Dashboard</h1>,
});
