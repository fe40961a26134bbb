package apikit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"maps"
	"net/http"
	"slices"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
)

// Idempotency is middleware that answers a repeated write with the stored
// response to the first. An Idempotency-Key belongs to a user and a workspace,
// and to one request: method, path, query and body.
type Idempotency struct {
	store  *responseStore
	errors *ErrorWriter
}

// NewIdempotency returns the middleware with an empty store.
func NewIdempotency(clock clock.Clock, errors *ErrorWriter) *Idempotency {
	return &Idempotency{newResponseStore(clock), errors}
}

// Middleware replays stored responses.
func (m *Idempotency) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := CallOf(r.Context())
		key := r.Header.Get("Idempotency-Key")
		if key == "" || c.Actor.UserID == "" || c.Route.Upload || r.Method == http.MethodGet || r.Method == http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		if !isVisibleASCII(key, 255) {
			m.errors.Write(
				w,
				r,
				fault.New(fault.Invalid, "An Idempotency-Key has 1 to 255 visible ASCII characters without quotes.").At("Idempotency-Key"),
			)
			return
		}
		request, err := fingerprint(r)
		if err != nil {
			m.errors.Write(w, r, err)
			return
		}
		user, key := c.Actor.UserID, c.Actor.WorkspaceID+" "+key
		for {
			stored, first := m.store.claim(user, key, request)
			if first {
				m.serveFirst(w, r, next, stored)
				return
			}
			if stored.request != request {
				m.errors.Write(
					w,
					r,
					fault.New(fault.Invalid, "This Idempotency-Key was used with another request. Use a new one.").At("Idempotency-Key"),
				)
				return
			}
			if waitFor(r.Context(), stored.done) != nil {
				return // the client has disconnected
			}
			if stored.complete && c.Route.Secret {
				m.errors.Write(w, r, fault.New(fault.Conflict,
					"The first request with this Idempotency-Key succeeded. Its response contained a secret, which is not stored."))
				return
			}
			if stored.complete {
				stored.replay(w)
				return
			}
		}
	})
}

// serveFirst runs the operation and stores its response when it succeeded.
// Errors are not stored: the client may remove their cause and repeat the same
// request.
func (m *Idempotency) serveFirst(w http.ResponseWriter, r *http.Request, next http.Handler, into *storedResponse) {
	copied := &copyWriter{ResponseWriter: w, status: http.StatusOK}
	defer func() { m.store.finish(into) }() // also when the operation panics
	next.ServeHTTP(copied, r)
	if copied.status >= http.StatusBadRequest || copied.body.Len() > maxStoredBody {
		return
	}
	into.status, into.header, into.complete = copied.status, http.Header{}, true
	if CallOf(r.Context()).Route.Secret {
		return
	}
	into.body = copied.body.Bytes()
	for _, name := range []string{"Content-Type", "Etag", "Location"} {
		if values := w.Header().Values(name); len(values) > 0 {
			into.header[name] = slices.Clone(values)
		}
	}
}

func (s *storedResponse) replay(w http.ResponseWriter) {
	maps.Copy(w.Header(), s.header)
	w.Header().Set("Idempotency-Replayed", "true")
	w.WriteHeader(s.status)
	_, _ = w.Write(s.body) // the client may have disconnected
}

// fingerprint hashes the request that a key belongs to. It reads the body and
// replaces it by a copy.
func fingerprint(r *http.Request) ([sha256.Size]byte, error) {
	var none [sha256.Size]byte
	body, err := io.ReadAll(r.Body) // checkBody has limited it
	if err != nil {
		return none, fault.Wrap(err, fault.Malformed, "The body is incomplete. Send it again.")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	h := sha256.New()
	for _, part := range []string{r.Method, r.URL.RequestURI(), r.Header.Get("If-Match")} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	h.Write(body)
	return [sha256.Size]byte(h.Sum(nil)), nil
}

func waitFor(ctx context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// copyWriter copies the response, up to one write more than maxStoredBody.
type copyWriter struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader records the status.
func (w *copyWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Write copies the bytes.
func (w *copyWriter) Write(b []byte) (int, error) {
	if w.body.Len() <= maxStoredBody {
		w.body.Write(b)
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *copyWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
