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
			err := PanicError(recover())
			if err == nil {
				return
			}
			if started.started {
				_ = e.Problem(r.Context(), err) // logs it; the status has been sent
				panic(http.ErrAbortHandler)
			}
			e.Write(w, r, err)
		}()
		next.ServeHTTP(started, r)
	})
}

// PanicError returns an error with the stack for a value that recover returned, and
// nil for nil. It panics again with http.ErrAbortHandler, which aborts a response on
// purpose.
func PanicError(recovered any) error {
	switch recovered {
	case nil:
		return nil
	case http.ErrAbortHandler:
		panic(recovered)
	}
	return fmt.Errorf("panic: %v\n%s", recovered, debug.Stack())
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
