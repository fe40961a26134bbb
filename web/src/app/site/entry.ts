import { connection } from '@/shared/api/connection';
import { onSessionEnd } from '@/shared/api/request';
import { startIslands } from '@/shared/lib/islands';
import { sessionStore } from '@/shared/lib/session-store';
import { applyTheme } from '@/shared/lib/theme';
import { ISLANDS } from './islands';
import './site.css';

/** The links of the header depend on `data-signed-in`, as set by before-paint.js; other tabs may log in or out. */
function followSession(): void {
  const session = sessionStore.get();
  applyTheme(session);
  document.documentElement.toggleAttribute('data-signed-in', session.status === 'authenticated');
}

onSessionEnd(() => location.assign('/login'));
sessionStore.start();
followSession();
sessionStore.subscribe(followSession);
connection.start();
startIslands(ISLANDS);
