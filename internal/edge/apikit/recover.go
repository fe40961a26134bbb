package apikit

import (
	"fmt"
	"net/http"
	"runtime/debug"
)

// Recover is middleware that answers 500 when a handler panics. When the
// response has begun it aborts the connection instead, so that the client does
// not take a part of the response for the whole.
func (e *ErrorWriter) Recover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := &startedWriter{ResponseWriter: w}
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			err := fmt.Errorf("panic: %v\n%s", v, debug.Stack())
			if started.started {
				_ = e.Problem(r.Context(), err) // logs it; the status has been sent
				panic(http.ErrAbortHandler)
			}
			e.Write(w, r, err)
		}()
		next.ServeHTTP(started, r)
	})
}

// startedWriter records whether the response has begun.
type startedWriter struct {
	http.ResponseWriter
	started bool
}

// WriteHeader begins the response.
func (w *startedWriter) WriteHeader(status int) {
	w.started = true
	w.ResponseWriter.WriteHeader(status)
}

// Write begins the response.
func (w *startedWriter) Write(b []byte) (int, error) {
	w.started = true
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *startedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
