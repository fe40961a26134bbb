package apikit

import (
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

const noneMatchName = "If-None-Match"

//nolint:gochecknoglobals // a constant
var noneMatchParam = &huma.Param{
	Name:        noneMatchName,
	In:          "header",
	Schema:      &huma.Schema{Type: huma.TypeString},
	Description: "An ETag of an earlier response, or several. The response is 304 if it would be the same.",
}

// NoneMatch reports whether none of the entity tags of an If-None-Match header is that of
// a response (RFC 9110, 13.1.2).
func NoneMatch(header, etag string) bool {
	etag = strings.TrimPrefix(etag, "W/")
	for known := range strings.SplitSeq(header, ",") {
		known = strings.TrimPrefix(strings.TrimSpace(known), "W/")
		if etag != "" && (known == etag || known == "*") {
			return false
		}
	}
	return true
}

// notModified is middleware that answers 304 if the client of a GET request has the
// response.
func notModified(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		known := r.Header.Get(noneMatchName)
		if r.Method != http.MethodGet || known == "" || CallOf(r.Context()).Route.Stream {
			next.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(&conditionalWriter{ResponseWriter: w, known: known}, r)
	})
}

// conditionalWriter leaves out a body that the client has.
type conditionalWriter struct {
	http.ResponseWriter

	known   string // If-None-Match
	written bool   // the status
	same    bool
}

// WriteHeader implements http.ResponseWriter.
func (w *conditionalWriter) WriteHeader(status int) {
	h := w.Header()
	if w.written = true; status == http.StatusOK && !NoneMatch(w.known, h.Get("ETag")) {
		w.same, status = true, http.StatusNotModified
		h.Del("Content-Type")
		h.Del("Content-Length")
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *conditionalWriter) Write(p []byte) (int, error) {
	if !w.written {
		w.WriteHeader(http.StatusOK)
	}
	if w.same {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap is for http.ResponseController.
func (w *conditionalWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
