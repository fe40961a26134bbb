package httpapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
)

// Bounds of the answers that are remembered for Idempotency-Key. There are two
// generations, each of at most maxReplays answers and about maxReplayBytes; an
// answer is kept at least until half of replayAge is over, unless they are full
// before. maxReplayBody has room for an answer about 1,000 links.
const (
	maxReplays     = 2_000
	maxReplayBytes = 64 << 20
	maxReplayBody  = 4 << 20
	replayAge      = 24 * time.Hour
)

// replays remembers the answers to writes that named an Idempotency-Key. It is
// kept in memory: a node that dies forgets, and a client that then repeats its
// call meets what the first call left behind (a taken alias is 409).
type replays struct {
	mu      sync.Mutex
	clock   clock.Clock
	young   map[string]*answer
	old     map[string]*answer
	turned  time.Time
	bytes   int // of the young
	maximum int
}

// answer is one remembered answer. Its fields are set before done is closed and
// never after.
type answer struct {
	request [sha256.Size]byte
	done    chan struct{}
	kept    bool // false: the call failed in a way that a repetition may mend
	status  int
	header  http.Header
	body    []byte
}

func newReplays(clk clock.Clock) *replays {
	return &replays{clock: clk, young: map[string]*answer{}, maximum: maxReplays}
}

// claim returns the answer that the key stands for, and whether the caller is
// the first and has to make it.
func (s *replays) claim(key string, request [sha256.Size]byte) (*answer, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch now := s.clock.Now(); {
	case now.Sub(s.turned) >= replayAge:
		s.young, s.old, s.turned, s.bytes = map[string]*answer{}, nil, now, 0
	case len(s.young) >= s.maximum || s.bytes >= maxReplayBytes || now.Sub(s.turned) >= replayAge/2:
		s.young, s.old, s.turned, s.bytes = map[string]*answer{}, s.young, now, 0
	}
	for _, generation := range []map[string]*answer{s.young, s.old} {
		if known, ok := generation[key]; ok {
			return known, false
		}
	}
	fresh := &answer{request: request, done: make(chan struct{})}
	s.young[key] = fresh
	return fresh, true
}

// weigh counts an answer that is kept.
func (s *replays) weigh(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bytes += n
}

// forget gives the key free.
func (s *replays) forget(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.young, key)
	delete(s.old, key)
}

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
		key = c.actor.UserID + " " + c.actor.WorkspaceID + " " + key
		for {
			known, first := a.replays.claim(key, request)
			if first {
				a.firstAnswer(w, r, next, key, known)
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

// firstAnswer runs the call and remembers its answer, unless it failed in a
// way that a repetition may mend or is too long to keep.
func (a *API) firstAnswer(w http.ResponseWriter, r *http.Request, next http.Handler, key string, into *answer) {
	copied := &copyWriter{ResponseWriter: w, status: http.StatusOK}
	defer func() { // also when the operation panics
		if !into.kept {
			a.replays.forget(key)
		}
		close(into.done)
	}()
	next.ServeHTTP(copied, r)
	mendable := copied.status >= http.StatusInternalServerError || copied.status == http.StatusTooManyRequests
	if mendable || copied.body.Len() > maxReplayBody {
		return
	}
	into.status, into.body, into.header, into.kept = copied.status, copied.body.Bytes(), http.Header{}, true
	a.replays.weigh(len(into.body))
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
