import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/dashboard/')({
  component: () => <h1>Welcome to Your Linnet Dashboard</h1>,
});
