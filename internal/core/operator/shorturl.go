package operator

import (
	"net/url"
	"strings"
)

// splitShortURL returns the host and the alias of a short URL with or without a
// scheme. The host is empty when target is only an alias.
func splitShortURL(target string) (host, alias string) {
	target = strings.TrimSpace(target)
	_, rest, hasScheme := strings.Cut(target, "://")
	if !hasScheme {
		rest = target
		first, _, hasPath := strings.Cut(rest, "/")
		if !hasPath || first != "" && !strings.ContainsAny(first, ".:") {
			return "", decoded(strings.TrimPrefix(rest, "/"))
		}
	}
	host, alias, _ = strings.Cut(rest, "/")
	if end := strings.IndexAny(alias, "?#"); end >= 0 {
		alias = alias[:end]
	}
	return host, decoded(alias)
}

// decoded returns a path percent-decoded, or unchanged when its escapes are
// malformed.
func decoded(path string) string {
	if plain, err := url.PathUnescape(path); err == nil {
		return plain
	}
	return path
}
