package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"syscall"
	"time"

	"linnet/internal/base/fault"
)

const (
	healthPath   = "/healthz"
	readyPath    = "/readyz"
	checkTimeout = 2 * time.Second
)

// Check is one thing that a node needs.
type Check struct {
	Name string
	// Run returns nil when the thing works. A fault's sentence and the system's
	// own errors (a full disk) are shown to whoever asks; of other errors only
	// that there was one, for they may name hosts and users.
	Run func(ctx context.Context) error
	// Optional checks are shown but do not make the node unready.
	Optional bool
}

type readiness struct {
	Status string            `json:"status"` // ready, degraded, not ready, shutting down
	Checks map[string]string `json:"checks"`
}

// serveHealth says that the process lives.
func (s *Server) serveHealth(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte("ok\n"))
}

// serveReady says whether the node can do its work, and if not, what is wrong.
func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	state := s.check(r.Context())
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if state.Status != "ready" && state.Status != "degraded" {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(state)
}

func (s *Server) check(ctx context.Context) readiness {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	results := make([]error, len(s.cfg.Checks))
	var wg sync.WaitGroup
	for i, check := range s.cfg.Checks {
		wg.Go(func() { results[i] = check.Run(ctx) })
	}
	wg.Wait()
	state := readiness{Status: "ready", Checks: map[string]string{}}
	for i, check := range s.cfg.Checks {
		state.Checks[check.Name] = trouble(results[i])
		switch {
		case results[i] == nil:
		case !check.Optional:
			state.Status = "not ready"
		case state.Status == "ready":
			state.Status = "degraded"
		}
	}
	if s.draining.Load() {
		state.Status = "shutting down"
	}
	return state
}

// trouble is what may be told of an error.
func trouble(err error) string {
	var f *fault.Error
	var errno syscall.Errno
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &errno):
		return errno.Error()
	case errors.As(err, &f):
		return f.Message
	case errors.Is(err, context.DeadlineExceeded):
		return "no answer in time"
	default:
		return "not working; the log says why"
	}
}
