// Runs inline in <head>, before the first paint: sets the chosen theme, and marks a signed-in browser so that the
// login and sign-up pages, which it is about to leave, never show.
try {
  const root = document.documentElement;
  const user = JSON.parse(localStorage.getItem('linnet.user') ?? 'null');
  const theme = user?.preferences?.theme;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (user?.email && localStorage.getItem('linnet.token')) root.dataset.signedIn = '';
} catch {
  // No storage or not ours: the system's theme it is.
}
