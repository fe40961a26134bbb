package apikit

import (
	"fmt"
	"net/http"
)

// stampEvents returns middleware that adds EventsHeader to successful responses with
// figures, see Deps.Reached; nil: no response has it.
func stampEvents(reached func(workspaceID string, f Follows) (run string, least, most uint64, ok bool)) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			c := CallOf(r.Context())
			if c.Route.Follows == 0 || reached == nil {
				next.ServeHTTP(w, r)
				return
			}
			_, least, _, ok := reached(c.Actor.WorkspaceID, c.Route.Follows)
			if !ok {
				next.ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(&stampedWriter{ResponseWriter: w, stamp: func(h http.Header) {
				if run, _, most, ok := reached(c.Actor.WorkspaceID, c.Route.Follows); ok {
					h.Set(EventsHeader, fmt.Sprintf("%s %d-%d", run, least, most))
				}
			}}, r)
		})
	}
}

// stampedWriter calls stamp before the header of a successful response is sent: its figures
// have been read then.
type stampedWriter struct {
	http.ResponseWriter
	stamp func(http.Header) // nil: was called
}

// WriteHeader implements http.ResponseWriter.
func (w *stampedWriter) WriteHeader(status int) {
	if w.stamp != nil && status < http.StatusMultipleChoices {
		w.stamp(w.Header())
	}
	w.stamp = nil
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *stampedWriter) Write(data []byte) (int, error) {
	if w.stamp != nil {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(data)
}

// Unwrap serves http.ResponseController.
func (w *stampedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
