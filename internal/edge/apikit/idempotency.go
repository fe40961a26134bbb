package apikit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"maps"
	"net/http"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/idempotency"
)

// Idempotency is middleware that answers a repeated write with the stored
// response to the first. An Idempotency-Key belongs to a user and a workspace,
// and to one request: method, path, query and body.
type Idempotency struct {
	Responses *idempotency.Service
	Errors    *ErrorWriter
}

// Middleware replays stored responses.
func (m Idempotency) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := CallOf(r.Context())
		key := r.Header.Get("Idempotency-Key")
		if key == "" || c.Actor.UserID == "" || c.Route.Upload || r.Method == http.MethodGet || r.Method == http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		request, err := requestOf(r, c, key)
		if err != nil {
			m.Errors.Write(w, r, err)
			return
		}
		claim, stored, err := m.Responses.Begin(r.Context(), request)
		switch {
		case r.Context().Err() != nil && err != nil: // the client has disconnected
		case err != nil:
			m.Errors.Write(w, r, err)
		case stored == nil:
			m.serveFirst(w, r, next, claim)
		case c.Route.Secret:
			m.Errors.Write(w, r, fault.New(fault.Conflict,
				"The first request with this Idempotency-Key succeeded. Its response contained a secret, which is not stored."))
		default:
			replay(w, stored)
		}
	})
}

// serveFirst runs the operation and stores its response when it succeeded.
// Errors are not stored: the client may remove their cause and repeat the same
// request.
func (m Idempotency) serveFirst(w http.ResponseWriter, r *http.Request, next http.Handler, claim idempotency.Claim) {
	ctx := context.WithoutCancel(r.Context())
	copied := &copyWriter{ResponseWriter: w, status: http.StatusOK}
	succeeded := false
	defer func() { // also when the operation panics
		if !succeeded {
			m.Responses.Release(ctx, claim)
		}
	}()
	next.ServeHTTP(copied, r)
	if copied.status >= http.StatusBadRequest {
		return
	}
	succeeded = true
	response := idempotency.Response{Status: copied.status, Header: map[string][]string{}}
	if !CallOf(ctx).Route.Secret {
		response.Body = copied.body.Bytes()
		for _, name := range []string{"Content-Type", "Etag", "Location"} {
			if values := w.Header().Values(name); len(values) > 0 {
				response.Header[name] = slices.Clone(values)
			}
		}
	}
	m.Responses.Complete(ctx, claim, response)
}

func replay(w http.ResponseWriter, stored *idempotency.Response) {
	maps.Copy(w.Header(), stored.Header)
	w.Header().Set("Idempotency-Replayed", "true")
	w.WriteHeader(stored.Status)
	_, _ = w.Write(stored.Body) // the client may have disconnected
}

// requestOf identifies the request that a key belongs to. It reads the body and
// replaces it by a copy.
func requestOf(r *http.Request, c *Call, key string) (idempotency.Request, error) {
	if !isVisibleASCII(key, 255) {
		return idempotency.Request{}, fault.New(fault.Invalid,
			"An Idempotency-Key has 1 to 255 visible ASCII characters without quotes.").At("Idempotency-Key")
	}
	body, err := io.ReadAll(r.Body) // checkBody has limited it
	if err != nil {
		return idempotency.Request{}, fault.Wrap(err, fault.Malformed, "The body is incomplete. Send it again.")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	h := sha256.New()
	for _, part := range []string{r.Method, r.URL.RequestURI(), r.Header.Get("If-Match")} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	h.Write(body)
	return idempotency.Request{
		UserID:      c.Actor.UserID,
		Key:         c.Actor.WorkspaceID + " " + key,
		Fingerprint: idempotency.Hash(h.Sum(nil)),
		Role:        c.Actor.Role,
	}, nil
}

// copyWriter copies the response, up to one write more than idempotency.MaxBody.
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
	if w.body.Len() <= idempotency.MaxBody {
		w.body.Write(b)
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *copyWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
