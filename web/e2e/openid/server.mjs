// An OpenID Connect provider for the browser tests. Clients register themselves (RFC 7591), and anybody signs in with an
// email address, which the provider vouches for. Usage: node server.mjs <port>
import { Provider } from 'oidc-provider';

const [port] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;

const provider = new Provider(issuer, {
  // An account is its email address.
  findAccount: (_context, email) => ({
    accountId: email,
    claims: () => ({ sub: email, email, email_verified: true, given_name: 'Grace', family_name: 'Hopper' }),
  }),
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
  conformIdTokenClaims: false, // like most providers: the ID token contains the claims
  features: { devInteractions: { enabled: false }, registration: { enabled: true } },
  interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
  pkce: { required: () => true },
  ttl: { Session: 3600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  cookies: { keys: ['browser tests'] },
  // Consent is not part of these tests: every client is trusted.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});

// Chromium, but not its headless shell, requests the icon of a page that names none.
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Example provider</title>
<link rel="icon" href="data:,">
<h1>Example provider</h1>
<form method="get"><label>Email <input name="email" type="email" required></label> <button>Sign in</button></form></html>`;

provider.use(async (context, next) => {
  if (context.path === '/') {
    context.body = 'ready';
    return;
  }
  if (!context.path.startsWith('/sign-in/')) {
    await next();
    return;
  }
  const { email } = context.query;
  if (email) {
    await provider.interactionFinished(context.req, context.res, { login: { accountId: email } });
    context.respond = false;
    return;
  }
  context.type = 'html';
  context.body = PAGE;
});

provider.listen(Number(port), '127.0.0.1');
