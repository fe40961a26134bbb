package httpapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"maps"
	"net/http"
	"slices"

	"linnet/internal/base/fault"
)

// replay gives a repeated write its first answer. A key belongs to a user and
// a workspace, and stands for one request: method, path, query and body.
func (a *API) replay(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := callerOf(r.Context())
		key := r.Header.Get("Idempotency-Key")
		if key == "" || c.actor.UserID == "" || c.operation == uploadOperation || r.Method == http.MethodGet || r.Method == http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		if !sane(key, 1, 255) {
			a.refuse(w, r, fault.New(fault.Invalid, "An Idempotency-Key has 1 to 255 visible ASCII characters without quotes.").At("Idempotency-Key"))
			return
		}
		request, err := fingerprint(r)
		if err != nil {
			a.refuse(w, r, err)
			return
		}
		user, key := c.actor.UserID, c.actor.WorkspaceID+" "+key
		for {
			known, first := a.replays.claim(user, key, request)
			if first {
				a.firstAnswer(w, r, next, known)
				return
			}
			if known.request != request {
				a.refuse(w, r, fault.New(fault.Invalid, "This Idempotency-Key was used with another request. Take a new one.").At("Idempotency-Key"))
				return
			}
			if waitFor(r.Context(), known.done) != nil {
				return // the client is gone
			}
			if known.kept {
				known.repeat(w)
				return
			}
		}
	})
}

// firstAnswer runs the call and stores its answer when it succeeded. A refusal
// is not stored: what it asks for may be mended, and the same call then works.
func (a *API) firstAnswer(w http.ResponseWriter, r *http.Request, next http.Handler, into *answer) {
	copied := &copyWriter{ResponseWriter: w, status: http.StatusOK}
	defer func() { a.replays.finish(into) }() // also when the operation panics
	next.ServeHTTP(copied, r)
	if copied.status >= http.StatusBadRequest || copied.body.Len() > maxReplayBody {
		return
	}
	into.status, into.body, into.header, into.kept = copied.status, copied.body.Bytes(), http.Header{}, true
	for _, name := range []string{"Content-Type", "Etag", "Location"} {
		if values := w.Header().Values(name); len(values) > 0 {
			into.header[name] = slices.Clone(values)
		}
	}
}

func (s *answer) repeat(w http.ResponseWriter) {
	maps.Copy(w.Header(), s.header)
	w.Header().Set("Idempotency-Replayed", "true")
	w.WriteHeader(s.status)
	_, _ = w.Write(s.body) // when the client is gone there is nobody to tell
}

// fingerprint reads the body, puts it back, and hashes what the key stands for.
func fingerprint(r *http.Request) ([sha256.Size]byte, error) {
	var none [sha256.Size]byte
	body, err := io.ReadAll(r.Body) // checkBody has bounded it
	if err != nil {
		return none, fault.Wrap(err, fault.Malformed, "The body did not arrive whole. Please send it again.")
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

// copyWriter keeps a copy of the answer, up to a little more than may be kept.
type copyWriter struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader notes the status.
func (w *copyWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Write keeps a copy.
func (w *copyWriter) Write(b []byte) (int, error) {
	if w.body.Len() <= maxReplayBody {
		w.body.Write(b)
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *copyWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
