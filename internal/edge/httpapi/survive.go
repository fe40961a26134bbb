package httpapi

import (
	"fmt"
	"net/http"
	"runtime/debug"
)

// survive turns a panic into one answer. When the answer had begun, the
// connection is cut instead, so that nobody takes half of it for the whole.
func (a *API) survive(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := &startedWriter{ResponseWriter: w}
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			err := fmt.Errorf("panic: %v\n%s", v, debug.Stack())
			if started.started {
				_ = a.problem(r.Context(), err) // for the log; too late for the client
				panic(http.ErrAbortHandler)
			}
			a.refuse(w, r, err)
		}()
		next.ServeHTTP(started, r)
	})
}

// startedWriter remembers whether the answer has begun.
type startedWriter struct {
	http.ResponseWriter
	started bool
}

// WriteHeader notes that the answer has begun.
func (w *startedWriter) WriteHeader(status int) {
	w.started = true
	w.ResponseWriter.WriteHeader(status)
}

// Write notes that the answer has begun.
func (w *startedWriter) Write(b []byte) (int, error) {
	w.started = true
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *startedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
