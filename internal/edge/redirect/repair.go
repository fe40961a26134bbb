package redirect

import (
	"net/http"
	"net/url"
	"strings"

	"linnet/internal/core/routing"
)

// repaired returns the request that was meant by one for an unknown alias, and its
// path: without what mail and chat programs add to an address (routing.TrimAlias), and
// with parameters that follow the alias without a question mark as its query. ok is
// false if that changes no alias. Forms and preview pages are not repaired.
func repaired(r *http.Request, path string) (fixed *http.Request, alias string, ok bool) {
	if !isRead(r.Method) || strings.HasSuffix(path, "+") {
		return nil, "", false
	}
	alias, query := path, r.URL.RawQuery
	if typed, appended, found := strings.Cut(typedPath(r), "&"); found {
		plain, err := url.PathUnescape(typed)
		if err != nil {
			return nil, "", false
		}
		alias, query = plain, strings.TrimSuffix(appended+"&"+query, "&")
	}
	alias = routing.TrimAlias(alias)
	if alias == "" || strings.HasSuffix(alias, "+") || alias == strings.TrimSuffix(path, "/") {
		return nil, "", false
	}
	address := *r.URL
	address.Path, address.RawPath, address.RawQuery = "/"+alias, "", query
	request := *r
	request.URL, request.RequestURI = &address, address.RequestURI()
	return &request, alias, true
}
