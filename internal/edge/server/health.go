package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"linnet/internal/base/clock"
)

const (
	healthPath   = "/healthz"
	readyPath    = "/readyz"
	checkTimeout = 2 * time.Second
	checkCache   = time.Second      // results are reused for so long
	checkEvery   = 10 * time.Second // without requests, so that the log has every change
)

// States of a check in the public answer.
const (
	stateOK      = "ok"
	stateFailing = "failing"
)

// errCheckTimeout is the result of a check that has not ended in time.
var errCheckTimeout = errors.New("no answer in time")

// Check is one thing that a node needs.
type Check struct {
	Name string
	// Run returns nil when the thing works. Its error goes to the log and to the
	// metrics address, never to the public answer.
	Run func(ctx context.Context) error
	// Optional checks are shown but do not make the node unready.
	Optional bool
}

type readiness struct {
	Status string            `json:"status"` // ready, degraded, not ready, shutting down
	Checks map[string]string `json:"checks"`
}

// probe runs one check, never twice at once, and caches its result.
type probe struct {
	check Check
	clk   clock.Clock

	mu      sync.Mutex
	running chan struct{} // closed when the run under way ends; nil: none
	at      time.Time     // when the cached result came in
	err     error         // the cached result

	logged bool // whether the log has the failure; only for Server.report
}

// result returns the check's result, at most checkCache old. A check that is
// still running when ctx ends is errCheckTimeout.
func (p *probe) result(ctx context.Context) error {
	p.mu.Lock()
	if p.running == nil && !p.at.IsZero() && p.clk.Now().Sub(p.at) < checkCache {
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

// run is not bound to one caller: the next ones wait for the same result.
func (p *probe) run(done chan struct{}) {
	ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
	defer cancel()
	err := p.check.Run(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.err, p.at, p.running = err, p.clk.Now(), nil
	close(done)
}

// serveHealth says that the process lives.
func (s *Server) serveHealth(w http.ResponseWriter) {
	s.setSecurityHeaders(w.Header())
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte("ok\n"))
}

// serveReady says whether the node can do its work, and which part cannot.
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

// report logs each check that begins to fail or recovers.
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
			s.cfg.Log.Error("readiness check failing", "check", p.check.Name, "error", results[i])
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
