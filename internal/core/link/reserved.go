package link

import (
	"slices"
	"strings"

	"linnet/internal/core/domain"
	"linnet/internal/core/domain/confusable"
)

// words returns first segments that no link may have on the default domain,
// beside the app's own routes: names that a visitor would take for a page of
// the install, and that a later version may want for one.
func words() []string {
	return []string{
		"abuse", "account", "accounts", "admin", "administrator", "api", "app", "assets", "auth",
		"billing", "callback", "dashboard", "dmca", "invitation", "invite", "legal",
		"linnet", "log-in", "login", "logout", "metrics", "oauth", "oidc", "password", "payment",
		"privacy", "reset-password", "saml", "scim", "security", "settings", "setup", "sign-in",
		"sign-up", "signin", "signout", "signup", "sso", "static", "support", "system", "terms",
		"unsubscribe", "upload", "uploads", "verify", "verify-email",
		"webhook", "webhooks", "workspace", "workspaces", "www",
	}
}

// wellKnown returns first segments that belong to a host itself, on every domain: the
// host serves them, or browsers and crawlers request them.
func wellKnown() []string {
	return append(domain.ServedPaths(),
		"ads.txt", "app-ads.txt", "apple-app-site-association", "apple-touch-icon.png",
		"apple-touch-icon-precomposed.png", "assetlinks.json", "browserconfig.xml", "crossdomain.xml",
		"favicon.svg", "humans.txt", "manifest.json", "manifest.webmanifest", "security.txt",
		"service-worker.js", "sitemap.xml", "sitemap_index.xml", "sw.js",
	)
}

// looksReserved reports whether a folded path is reserved, or looks like one
// that is.
func looksReserved(path string, onDefault bool, routes func(string) bool) bool {
	return isReserved(path, onDefault, routes) || isReserved(confusable.Skeleton(path), onDefault, routes)
}

// isReserved reports whether a folded path is not for links. routes knows the
// app's own paths, which are on the default domain.
func isReserved(path string, onDefault bool, routes func(string) bool) bool {
	first, _, _ := strings.Cut(path, "/")
	if slices.Contains(wellKnown(), first) {
		return true
	}
	return onDefault && (slices.Contains(words(), first) || routes(path))
}
