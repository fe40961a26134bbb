package redirect

import (
	"net/http"
	"net/url"
	"strings"

	"linnet/internal/core/domain"
	"linnet/internal/core/visitor"
)

func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}

// typedPath returns the path as it was sent, escaped and without its leading
// slash.
func typedPath(r *http.Request) string {
	path := r.RequestURI
	if !strings.HasPrefix(path, "/") { // the absolute form that proxies use
		path = r.URL.EscapedPath()
	}
	path, _, _ = strings.Cut(path, "?")
	return plainQuery(strings.TrimPrefix(path, "/"))
}

// plainQuery escapes the two bytes that requests may contain although URLs
// cannot, and that would change the meaning of a URL they are appended to.
func plainQuery(raw string) string {
	if !strings.ContainsAny(raw, "# ") {
		return raw
	}
	return strings.NewReplacer("#", "%23", " ", "%20").Replace(raw)
}

// isRead reports whether a method is one that every link accepts.
func isRead(method string) bool { return method == http.MethodGet || method == http.MethodHead }

// requestReason returns the bot reason of a request's method and headers, except the
// user agent; empty: none. form says that the request submits a form.
func requestReason(r *http.Request, form bool) visitor.BotReason {
	switch {
	case r.Method == http.MethodHead:
		return visitor.BotHead
	case r.Method != http.MethodGet && !form:
		return visitor.BotMethod
	}
	if destination := r.Header["Sec-Fetch-Dest"]; len(destination) > 0 && isSubresource(destination[0]) {
		return visitor.BotSubresource
	}
	return ""
}

// isSubresource reports whether a browser requests something else than a document
// that it shows. Navigations are those of the Fetch Standard; programs send no
// destination.
func isSubresource(destination string) bool {
	switch destination {
	case "", "document", "iframe", "frame", "fencedframe", "embed", "object":
		return false
	default:
		return true
	}
}

// isPrefetch reports whether a browser prefetches or prerenders the page, or renders it
// as a thumbnail.
func isPrefetch(header http.Header) bool {
	return namesPrefetch(header["Sec-Purpose"]) || namesPrefetch(header["Purpose"]) ||
		namesPrefetch(header["X-Purpose"]) || namesPrefetch(header["X-Moz"])
}

func namesPrefetch(values []string) bool { return len(values) > 0 && isPrefetchPurpose(values[0]) }

func isPrefetchPurpose(value string) bool {
	value = strings.ToLower(value)
	return strings.Contains(value, "prefetch") || strings.Contains(value, "prerender") || strings.Contains(value, "preview")
}

// selfPath returns the request's path and query, for a page that links to
// itself. A second leading slash would name another host.
func selfPath(r *http.Request) string {
	path := "/" + strings.TrimLeft(r.URL.EscapedPath(), "/")
	if r.URL.RawQuery == "" {
		return path
	}
	return path + "?" + r.URL.RawQuery
}

func escapePath(path string) string { return (&url.URL{Path: path}).EscapedPath() }

// isAutomaticRequest reports whether browsers and crawlers request a path on
// every host, such as favicon.ico. These are not counted as orphan clicks.
func isAutomaticRequest(path string) bool {
	return path == domain.PathFavicon || strings.HasPrefix(path, wellKnown) || strings.HasPrefix(path, "apple-touch-icon")
}

// mayContainShareSecret reports whether a path may be a mistyped address of a
// shared report: below "share", or with a segment that looks like its secret.
func mayContainShareSecret(path string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(strings.ToLower(path), "/"), "/")
	if first == "share" || first == "shares" || first == "shared" {
		return true
	}
	for segment := range strings.SplitSeq(path, "/") {
		if looksLikeShareSecret(segment) {
			return true
		}
	}
	return false
}

// looksLikeShareSecret reports whether text has the alphabet of a share's
// secret and about its length of 43 characters.
func looksLikeShareSecret(text string) bool {
	const upper, lower, digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789"
	return len(text) >= 40 && len(text) <= 46 && strings.Trim(text, upper+lower+digits+"-_") == "" &&
		strings.ContainsAny(text, upper) && strings.ContainsAny(text, lower) && strings.ContainsAny(text, digits)
}
