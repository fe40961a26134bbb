package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/domain"
)

const (
	healthPath   = "/" + domain.PathHealth
	readyPath    = "/" + domain.PathReady
	checkTimeout = 2 * time.Second
	checkCache   = time.Second      // how long a result is reused
	checkEvery   = 10 * time.Second // between checks without requests
)

// States of a check in the public response.
const (
	stateOK      = "ok"
	stateFailing = "failing"
)

// errCheckTimeout is the result of a check that exceeds checkTimeout.
var errCheckTimeout = errors.New("check timed out")

// Check tests one dependency of the node.
type Check struct {
	Name string
	// Run returns nil when the dependency works. Its error is logged and shown
	// on the metrics address, never in the public response.
	Run func(ctx context.Context) error
	// Optional checks are reported but do not make the node unready.
	Optional bool
}

type readiness struct {
	Status string            `json:"status"` // ready, degraded, not ready, shutting down
	Checks map[string]string `json:"checks"`
}

// probe runs one check, one run at a time, and caches its result.
type probe struct {
	check Check
	clock clock.Clock

	mu      sync.Mutex
	running chan struct{} // closed when the current run ends; nil: none
	at      time.Time     // time of the cached result
	err     error         // the cached result

	logged bool // the failure is logged; guarded by Server.reporting
}

// result returns the check's result, at most checkCache old, or errCheckTimeout
// when the check is still running when ctx ends.
func (p *probe) result(ctx context.Context) error {
	p.mu.Lock()
	if p.running == nil && !p.at.IsZero() && p.clock.Now().Sub(p.at) < checkCache {
		defer p.mu.Unlock()
		return p.err
	}
	if p.running == nil {
		p.running = make(chan struct{})
		go p.run(p.running)
	}
	running := p.running
	p.mu.Unlock()
	select {
	case <-running:
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.err
	case <-ctx.Done():
		return errCheckTimeout
	}
}

// run runs the check with a context of its own, because several callers wait
// for its result.
func (p *probe) run(done chan struct{}) {
	ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
	defer cancel()
	err := p.check.Run(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.err, p.at, p.running = err, p.clock.Now(), nil
	close(done)
}

// serveHealth reports that the process is running.
func (s *Server) serveHealth(w http.ResponseWriter) {
	s.setSecurityHeaders(w.Header())
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte("ok\n"))
}

// serveReady reports whether the node is ready, with the state of each check.
func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	s.writeReadiness(w, r, func(error) string { return stateFailing })
}

// serveDetails is serveReady with the errors of the checks, for the operator.
func (s *Server) serveDetails(w http.ResponseWriter, r *http.Request) {
	s.writeReadiness(w, r, func(err error) string { return stateFailing + ": " + err.Error() })
}

func (s *Server) writeReadiness(w http.ResponseWriter, r *http.Request, describe func(error) string) {
	state := s.readiness(s.runChecks(r.Context()), describe)
	s.setSecurityHeaders(w.Header())
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if state.Status != "ready" && state.Status != "degraded" {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(state)
}

// Health is the result of a check. Err is nil when the part works.
type Health struct {
	Name     string
	Optional bool
	Err      error
}

// Health returns the results of all checks, at most checkCache old.
func (s *Server) Health(ctx context.Context) []Health {
	results := s.runChecks(ctx)
	out := make([]Health, len(results))
	for i, p := range s.probes {
		out[i] = Health{Name: p.check.Name, Optional: p.check.Optional, Err: results[i]}
	}
	return out
}

// runChecks returns the result of every check, in order.
func (s *Server) runChecks(ctx context.Context) []error {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	results := make([]error, len(s.probes))
	var wg sync.WaitGroup
	for i, p := range s.probes {
		wg.Go(func() { results[i] = p.result(ctx) })
	}
	wg.Wait()
	s.report(results)
	return results
}

func (s *Server) readiness(results []error, describe func(error) string) readiness {
	state := readiness{Status: "ready", Checks: map[string]string{}}
	for i, p := range s.probes {
		if results[i] == nil {
			state.Checks[p.check.Name] = stateOK
			continue
		}
		state.Checks[p.check.Name] = describe(results[i])
		switch {
		case !p.check.Optional:
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

// report logs the checks that began to fail or recovered.
func (s *Server) report(results []error) {
	s.reporting.Lock()
	defer s.reporting.Unlock()
	for i, p := range s.probes {
		failing := results[i] != nil
		s.metrics.up(p.check.Name, !failing)
		if failing == p.logged || s.draining.Load() {
			continue
		}
		p.logged = failing
		if failing {
			s.cfg.Log.Error("readiness check failing", "check", p.check.Name, "err", results[i])
		} else {
			s.cfg.Log.Info("readiness check recovered", "check", p.check.Name)
		}
	}
}

// watchChecks runs the checks until ctx ends, so that the log and the metrics
// record changes between requests.
func (s *Server) watchChecks(ctx context.Context) {
	tick := time.NewTicker(checkEvery)
	defer tick.Stop()
	for {
		s.runChecks(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
